"""The house rules of mandarin square capturing, taught in the players' words."""

from rules.game import Option
from rules.words import Message

MANDARIN = Message(
    "mandarin-option-mandarin",
    en="what lies on the mandarin squares at the start: a mandarin stone, or ten citizens",
    fr="ce qui occupe les cases des mandarins au début : une pierre de mandarin, ou dix citoyens",
    de="was am Anfang auf den Mandarinfeldern liegt: ein Mandarinstein oder zehn Bürger",
    vi="lúc đầu ở ô quan có gì: một quân quan, hoặc mười dân",
    zh="开局时官格里放什么：一个官子，或十个民",
)
WORTH = Message(
    "mandarin-option-worth",
    en="how many points a mandarin stone counts",
    fr="combien de points vaut une pierre de mandarin",
    de="wie viele Punkte ein Mandarinstein zählt",
    vi="một quân quan tính bao nhiêu điểm",
    zh="一个官子算多少分",
)
FIRST = Message(
    "mandarin-option-first",
    en="who begins; toss lets the program draw lots",
    fr="qui commence ; toss laisse le programme tirer au sort",
    de="wer beginnt; toss lässt das Programm losen",
    vi="ai đi trước; toss để chương trình bốc thăm",
    zh="谁先走；toss 由程序抽签",
)
CHAIN = Message(
    "mandarin-option-chain",
    en="after a capture, an empty field followed by a full square is a capture again",
    fr="après une prise, une case vide suivie d’une case pleine donne encore une prise",
    de="nach einem Fang ist ein leeres Feld mit einem vollen dahinter wieder ein Fang",
    vi="sau khi ăn, nếu tiếp theo là ô trống rồi ô có quân thì được ăn tiếp",
    zh="吃子之后，若又是一个空格后接有子的格，可以继续吃",
)
UNRIPE = Message(
    "mandarin-option-unripe",
    en="a mandarin with fewer citizens than this beside it cannot be captured (5 is usual, 0 for never)",
    fr="un mandarin entouré de moins de citoyens que cela ne peut être pris (5 d’habitude, 0 pour jamais)",
    de="ein Mandarin mit weniger Bürgern als dies neben sich ist sicher (üblich 5, 0 schaltet es aus)",
    vi="quan có ít dân hơn số này thì là quan non, không được ăn (thường là 5, 0 là không dùng)",
    zh="官旁边的民少于此数时不能吃（常用 5，0 表示不用此规则）",
)

OPTIONS = (
    Option("mandarin", "stone", ("stone", "ten"), MANDARIN()),
    Option("worth", 10, (10, 5), WORTH()),
    Option("first", "south", ("south", "north", "toss"), FIRST()),
    Option("chain", True, (True, False), CHAIN()),
    Option("unripe", 0, (), UNRIPE()),
)
