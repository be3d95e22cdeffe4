"""What mandarin square capturing says: refused moves, puzzling tables, positions that cannot be, house rules."""

from rules.words import Message

SOUTH = Message("seat-south", en="South", fr="Sud", de="Süd", vi="Nam", zh="南")
NORTH = Message("seat-north", en="North", fr="Nord", de="Nord", vi="Bắc", zh="北")
"""What people call the seats, which are written in small letters."""

NO_MOVE_FORM = Message(
    "mandarin-no-move-form",
    en="“{text}” is not a move; write a field and a direction, a3> to sow east or a3< to sow west.",
    fr="« {text} » n’est pas un coup ; écrivez une case et un sens, a3> pour semer vers l’est ou a3< vers l’ouest.",
    de="„{text}“ ist kein Zug; bitte Feld und Richtung schreiben, a3> sät nach Osten, a3< nach Westen.",
    vi="“{text}” không phải nước đi; hãy viết ô và hướng, a3> rải về phía đông, a3< về phía tây.",
    zh="“{text}”不是走法；请写格子和方向，a3> 向东撒，a3< 向西撒。",
)
NO_PLACE = Message(
    "mandarin-no-place",
    en="There is no field {place} on this board.",
    fr="Il n’y a pas de case {place} sur ce plateau.",
    de="Auf diesem Brett gibt es kein Feld {place}.",
    vi="Trên bàn này không có ô {place}.",
    zh="这个棋盘上没有 {place} 这一格。",
)
GAME_OVER = Message(
    "mandarin-game-over",
    en="The game is over; nobody sows any more.",
    fr="La partie est finie ; personne ne sème plus.",
    de="Das Spiel ist aus; niemand sät mehr.",
    vi="Ván chơi đã kết thúc; không ai rải quân nữa.",
    zh="对局已经结束，不能再撒子了。",
)
NOT_FROM_SQUARE = Message(
    "mandarin-not-from-square",
    en="The mandarin square {square} is never taken up and sown.",
    fr="La case du mandarin {square} n’est jamais prise en main pour semer.",
    de="Das Mandarinfeld {square} wird nie aufgenommen und ausgesät.",
    vi="Không bao giờ được bốc ô quan {square} để rải.",
    zh="官格 {square} 里的子不能拿起来撒。",
)
NOT_YOUR_FIELD = Message(
    "mandarin-not-your-field",
    en="The field {field} lies on the other side; it is the turn of {seat}.",
    fr="La case {field} est de l’autre côté ; c’est à {seat} de jouer.",
    de="Das Feld {field} liegt auf der anderen Seite; {seat} ist am Zug.",
    vi="Ô {field} nằm ở phía bên kia; đang đến lượt {seat}.",
    zh="{field} 在对面一边；现在轮到{seat}。",
)
EMPTY_FIELD = Message(
    "mandarin-empty-field",
    en="The field {field} is empty; choose one with stones in it.",
    fr="La case {field} est vide ; choisissez-en une qui contient des pierres.",
    de="Das Feld {field} ist leer; bitte eines mit Steinen wählen.",
    vi="Ô {field} đang trống; hãy chọn ô có quân.",
    zh="{field} 是空的；请选有子的格子。",
)
NOTHING_SOWN = Message(
    "mandarin-nothing-sown",
    en="Nothing has been sown yet.",
    fr="Rien n’a encore été semé.",
    de="Es wurde noch nichts gesät.",
    vi="Chưa rải quân nào cả.",
    zh="还没有撒子。",
)
MISCOUNTED = Message(
    "mandarin-miscounted",
    en="Sowing {move} should leave {expected} on {place}, but {seen} lies there.",
    fr="Après {move}, il devrait rester {expected} en {place}, mais il y a {seen}.",
    de="Nach {move} wäre auf {place} richtig: {expected}; dort liegt aber: {seen}.",
    vi="Rải {move} thì ở {place} phải còn {expected}, nhưng ở đó lại là {seen}.",
    zh="走 {move} 之后 {place} 应是 {expected}，现在却是 {seen}。",
)
NOT_SOWN_FROM_OWN = Message(
    "mandarin-not-sown-from-own",
    en="None of the moves of {seat} leads to this; what has changed: {places}.",
    fr="Pour {seat}, aucun coup ne mène à cela ; ce qui a changé : {places}.",
    de="Kein Zug von {seat} führt hierher; anders als vorher: {places}.",
    vi="Không nước đi nào của {seat} dẫn đến thế này; {places} đã khác trước.",
    zh="{seat}没有任何走法会变成这样；{places} 与之前不同。",
)
MORE_THAN_THERE_ARE = Message(
    "mandarin-more-than-there-are",
    en="I count {count} citizens on the board, but there are only {right} in the game; please look at the piles.",
    fr="Je compte {count} citoyens sur le plateau, mais le jeu n’en a que {right} ; vérifiez les tas.",
    de="Ich zähle {count} Bürger auf dem Brett, es gibt aber nur {right} im Spiel; bitte die Haufen ansehen.",
    vi="Tôi đếm được {count} dân trên bàn, nhưng cả ván chỉ có {right}; xin xem lại các ô.",
    zh="棋盘上数到 {count} 个民，但全部只有 {right} 个；请检查各格。",
)
NO_CONTENT = Message(
    "mandarin-no-content",
    en="What lies on {place} cannot be counted.",
    fr="Ce qui se trouve en {place} ne peut pas être compté.",
    de="Was auf {place} liegt, lässt sich nicht zählen.",
    vi="Không đếm được những gì nằm ở {place}.",
    zh="{place} 上的东西数不清。",
)

# Positions that cannot be.

BAD_FIELD = Message(
    "mandarin-bad-field",
    en="“{field}” is missing from the position or is of the wrong kind.",
    fr="« {field} » manque dans la position ou n’est pas du bon type.",
    de="„{field}“ fehlt in der Stellung oder ist von falscher Art.",
    vi="Thế cờ thiếu “{field}” hoặc phần đó sai kiểu.",
    zh="局面缺少“{field}”，或其类型不对。",
)
NO_SUCH_PART = Message(
    "mandarin-no-such-part",
    en="“{field}” has no {part}; it holds {known}.",
    fr="« {field} » ne contient pas {part} ; on y trouve {known}.",
    de="In „{field}“ gibt es kein {part}; dort steht {known}.",
    vi="Trong “{field}” không có {part}; ở đó có {known}.",
    zh="“{field}”里没有 {part}；应有 {known}。",
)
BAD_NUMBER = Message(
    "mandarin-bad-number",
    en="“{field}” must be a whole number from 0 to {most}.",
    fr="« {field} » doit être un nombre entier de 0 à {most}.",
    de="„{field}“ muss eine ganze Zahl von 0 bis {most} sein.",
    vi="“{field}” phải là số nguyên từ 0 đến {most}.",
    zh="“{field}”必须是 0 到 {most} 的整数。",
)
NO_SEAT = Message(
    "mandarin-no-seat",
    en="Nobody called {seat} plays; the sides are {known}.",
    fr="Personne ne s’appelle {seat} ; les camps sont {known}.",
    de="Eine Seite {seat} gibt es nicht; es spielen {known}.",
    vi="Không có bên nào tên {seat}; hai bên là {known}.",
    zh="没有{seat}这一方；双方是 {known}。",
)
WRONG_CITIZENS = Message(
    "mandarin-wrong-citizens",
    en="There must be {right} citizens on the board and won, not {count}.",
    fr="Il faut {right} citoyens sur le plateau et gagnés, et non {count}.",
    de="Auf dem Brett und gewonnen müssen {right} Bürger sein, nicht {count}.",
    vi="Tổng số dân trên bàn và đã ăn là {count}; phải là {right}.",
    zh="棋盘上和已赢得的民共 {count} 个；应为 {right} 个。",
)
WRONG_MANDARINS = Message(
    "mandarin-wrong-mandarins",
    en="There must be 2 mandarins standing and won, not {count}.",
    fr="Il faut 2 mandarins en place et gagnés, et non {count}.",
    de="Stehende und gewonnene Mandarine sind zusammen {count}; es müssen 2 sein.",
    vi="Tổng số quan trên bàn và đã ăn là {count}; phải là 2.",
    zh="场上和已赢得的官共 {count} 个；应为 2 个。",
)
MANDARIN_TOO_SMALL = Message(
    "mandarin-too-small",
    en="The mandarin on {square} has not been captured yet, so at least 10 citizens lie there, not {count}.",
    fr="Le mandarin en {square} n’a pas encore été pris : il y a donc au moins 10 citoyens, pas {count}.",
    de="Der Mandarin auf {square} wurde noch nicht gefangen, also liegen dort mindestens 10 Bürger, nicht {count}.",
    vi="Quan ở {square} chưa bị ăn nên ở đó phải có ít nhất 10 dân, không phải {count}.",
    zh="{square} 的官还没有被吃，那里至少应有 10 个民，而不是 {count} 个。",
)
OVER_TO_MOVE = Message(
    "mandarin-over-to-move",
    en="Both mandarins are captured, so the game is over and {seat} cannot be to move.",
    fr="Les deux mandarins sont pris : la partie est finie et {seat} ne peut pas avoir le trait.",
    de="Beide Mandarine sind gefangen, das Spiel ist aus; {seat} kann nicht am Zug sein.",
    vi="Cả hai quan đã bị ăn, ván chơi đã hết nên không thể đến lượt {seat}.",
    zh="两个官都已被吃，对局结束，不可能轮到{seat}。",
)
EMPTY_TO_MOVE = Message(
    "mandarin-empty-to-move",
    en="The side of {seat} is empty; it is filled up before its turn begins.",
    fr="{seat} a un camp vide ; il est regarni avant le début de son tour.",
    de="Die Seite von {seat} ist leer; sie wird aufgefüllt, bevor der Zug beginnt.",
    vi="Phía của {seat} đang trống; phải bù quân trước khi đến lượt.",
    zh="{seat}一边是空的；轮到之前应先补子。",
)
BAD_UNRIPE = Message(
    "mandarin-bad-unripe",
    en="The option unripe is a whole number from 0 to 50, not {value}.",
    fr="L’option unripe est un nombre entier de 0 à 50, pas {value}.",
    de="Die Option unripe ist eine ganze Zahl von 0 bis 50, nicht {value}.",
    vi="Tùy chọn unripe là số nguyên từ 0 đến 50, không phải {value}.",
    zh="选项 unripe 是 0 到 50 的整数，不能是 {value}。",
)

# House rules.

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
    de="ein Mandarin mit weniger Bürgern neben sich als angegeben ist sicher (üblich 5, 0 schaltet es aus)",
    vi="quan có ít dân hơn số này thì là quan non, không được ăn (thường là 5, 0 là không dùng)",
    zh="官旁边的民少于此数时不能吃（常用 5，0 表示不用此规则）",
)
