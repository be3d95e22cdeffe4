"""What the piecepack's house rules mean, and which of them do not go together."""

from rules.words import Message

PLAYERS = Message(
    "piecepack-players",
    en="how many people play: four on sixteen tiles, two on the band of ten",
    fr="combien de personnes jouent : quatre sur seize tuiles, deux sur la bande de dix",
    de="wie viele Leute mitspielen: vier auf sechzehn Platten, zwei auf dem Band aus zehn",
    vi="số người chơi: bốn người trên mười sáu ô gạch, hai người trên dải mười ô gạch",
    zh="几个人玩：四人用十六块板，两人用十块板的斜带",
)
SUITS = Message(
    "piecepack-suits",
    en="whose coins show which suit; left out: SW:arms,NW:suns,NE:moons,SE:crowns, for two players SW:suns,NE:moons",
    fr="qui joue quelle enseigne ; sans indication : SW:arms,NW:suns,NE:moons,SE:crowns, à deux SW:suns,NE:moons",
    de="wer welche Farbe führt; ohne Angabe: SW:arms,NW:suns,NE:moons,SE:crowns, zu zweit SW:suns,NE:moons",
    vi="ai dùng chất nào; bỏ trống: SW:arms,NW:suns,NE:moons,SE:crowns, hai người thì SW:suns,NE:moons",
    zh="谁用哪种花色；不填：SW:arms,NW:suns,NE:moons,SE:crowns，两人时 SW:suns,NE:moons",
)
HOME_LOCK = Message(
    "piecepack-home-lock",
    en="a coin that has reached its home stays there",
    fr="une pièce arrivée dans son but y reste",
    de="eine Münze, die ihr Ziel erreicht hat, bleibt darin",
    vi="quân đã về đích thì ở lại đó",
    zh="棋子到达终点后不能再离开",
)
ANTI_SPOILING = Message(
    "piecepack-anti-spoiling",
    en="when a full home counts although strangers stand in it: off (all must be its own), majority (more "
    "than half are its own), any (one of its own is enough)",
    fr="quand un but plein compte malgré des pièces étrangères : off (toutes doivent être à soi), majority "
    "(plus de la moitié sont à soi), any (une seule suffit)",
    de="wann ein volles Ziel trotz fremder Münzen zählt: off (alle müssen eigene sein), majority (mehr als "
    "die Hälfte eigene), any (eine eigene genügt)",
    vi="khi nào đích đã đầy được tính dù có quân lạ: off (phải toàn quân mình), majority (hơn nửa là quân "
    "mình), any (một quân mình là đủ)",
    zh="终点里有别人的棋子时怎样算全部到达：off（必须全是自己的）、majority（填满且自己的过半）、"
    "any（填满且至少一个自己的）",
)

NO_SUITS = Message(
    "piecepack-no-suits",
    en="suits must name one suit for each of the seats {seats}, such as {example}.",
    fr="suits doit donner une enseigne à chacune des places {seats}, par exemple {example}.",
    de="suits muss für jeden der Plätze {seats} eine Farbe nennen, etwa {example}.",
    vi="suits phải nêu một chất cho mỗi chỗ ngồi {seats}, ví dụ {example}.",
    zh="suits 要给每个座位（{seats}）指定一种花色，例如 {example}。",
)
BAD_SUITS = Message(
    "piecepack-bad-suits",
    en="The suits of the piecepack are {suits}, and no two seats can have the same.",
    fr="Les enseignes du piecepack sont {suits}, et deux places ne peuvent avoir la même.",
    de="Die Farben des Piecepacks sind {suits}, und keine zwei Plätze können dieselbe haben.",
    vi="Các chất của piecepack là {suits}, và hai chỗ ngồi không thể trùng chất.",
    zh="piecepack 的花色有 {suits}，两个座位不能相同。",
)
PPN_NO_GAME = Message(
    "ppn-no-game",
    en="This Portable Piecepack Notation tells of the game “{name}”, not of Chinese checkers for the piecepack.",
    fr="Cette notation PPN décrit le jeu « {name} », pas les dames chinoises du piecepack.",
    de="Diese PPN-Datei erzählt vom Spiel „{name}“, nicht vom Sternhalma fürs Piecepack.",
    vi="Tệp PPN này ghi trò “{name}”, không phải cờ nhảy piecepack.",
    zh="这份 PPN 记录的是“{name}”，不是 piecepack 跳棋。",
)
PPN_BAD_HEADER = Message(
    "ppn-bad-header",
    en="Line {line} of the header cannot be read: “{text}”.",
    fr="La ligne {line} de l’en-tête est illisible : « {text} ».",
    de="Zeile {line} des Kopfes ist nicht lesbar: „{text}“.",
    vi="Không đọc được dòng {line} của phần đầu: “{text}”.",
    zh="文件头第 {line} 行无法读取：“{text}”。",
)
PPN_BAD_SETUP = Message(
    "ppn-bad-setup",
    en="The coins set up in this file are not the first position of the game: {what}.",
    fr="La mise en place de ce fichier n’est pas la position de départ du jeu : {what}.",
    de="Die Aufstellung in dieser Datei ist nicht die Anfangsstellung des Spiels: {what}.",
    vi="Cách xếp quân trong tệp này không phải thế ban đầu của trò chơi: {what}.",
    zh="该文件的摆放不是本游戏的开局：{what}。",
)
PPN_BAD_MOVE = Message(
    "ppn-bad-move",
    en="Move {number}, “{text}”, cannot be read: one coin moves from square to square, as a1-c3 c3-e5.",
    fr="Le coup {number}, « {text} », est illisible : une pièce va de case en case, comme a1-c3 c3-e5.",
    de="Zug {number}, „{text}“, ist nicht lesbar: eine Münze zieht von Feld zu Feld, etwa a1-c3 c3-e5.",
    vi="Không đọc được nước {number}, “{text}”: một quân đi từ ô này sang ô khác, như a1-c3 c3-e5.",
    zh="第 {number} 步“{text}”无法读取：一个棋子逐格移动，例如 a1-c3 c3-e5。",
)
