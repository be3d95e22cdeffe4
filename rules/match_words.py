"""Why the text of a match cannot be read, or not to its end."""

from rules.words import Message

NO_GAME = Message(
    "match-no-game",
    en="This is no record of a game: a line such as “Game: star” is missing at the top.",
    fr="Ce n’est pas une partie enregistrée : il manque en tête une ligne comme « Game: star ».",
    de="Das ist keine aufgezeichnete Partie: oben fehlt eine Zeile wie „Game: star“.",
    vi="Đây không phải biên bản ván cờ: thiếu dòng đầu như “Game: star”.",
    zh="这不是对局记录：开头缺少“Game: star”这样的一行。",
)
NO_DATA = Message(
    "match-no-data",
    en="What stands after “{key}” is not JSON data.",
    fr="Ce qui suit « {key} » n’est pas du JSON.",
    de="Was hinter „{key}“ steht, ist kein JSON.",
    vi="Phần sau “{key}” không phải dữ liệu JSON.",
    zh="“{key}”后面的内容不是 JSON 数据。",
)
NO_MOVE_LINE = Message(
    "match-no-move-line",
    en="“{text}” is no line of a record; expected a number, who moves, and the move, as in “1. S c2-d3”.",
    fr="« {text} » n’est pas une ligne de partie ; il faut un numéro, le joueur et le coup, comme « 1. S c2-d3 ».",
    de="„{text}“ ist keine Zeile einer Partie; erwartet sind Nummer, Spieler und Zug wie „1. S c2-d3“.",
    vi="“{text}” không phải một dòng biên bản; cần số thứ tự, người đi và nước đi, như “1. S c2-d3”.",
    zh="“{text}”不是记录中的一行；应有序号、走棋方和走法，例如“1. S c2-d3”。",
)
WRONG_NUMBER = Message(
    "match-wrong-number",
    en="Move {expected} is missing; number {given} follows instead.",
    fr="Le coup {expected} manque ; le numéro {given} suit à sa place.",
    de="Zug {expected} fehlt; stattdessen folgt Nummer {given}.",
    vi="Thiếu nước thứ {expected}; tiếp theo lại là số {given}.",
    zh="缺少第 {expected} 步，后面却是第 {given} 步。",
)
WRONG_SEAT = Message(
    "match-wrong-seat",
    en="The record says that {seat} moves, but it is the turn of {by}.",
    fr="Selon la partie enregistrée, {seat} joue, mais c’est à {by}.",
    de="Laut Aufzeichnung zieht {seat}, am Zug ist aber {by}.",
    vi="Biên bản ghi {seat} đi, nhưng đang đến lượt {by}.",
    zh="记录写的是{seat}走，但现在轮到{by}。",
)
GAME_IS_OVER = Message(
    "match-is-over",
    en="The game is over, but the record goes on.",
    fr="La partie est finie, mais l’enregistrement continue.",
    de="Das Spiel ist aus, aber die Aufzeichnung geht weiter.",
    vi="Ván chơi đã kết thúc nhưng biên bản vẫn còn nước đi.",
    zh="对局已经结束，记录却还有后续。",
)
NO_PLAYER = Message(
    "match-no-player",
    en="{seat} cannot resign: only {seats} still play.",
    fr="{seat} ne peut pas abandonner : seuls {seats} jouent encore.",
    de="{seat} kann nicht aufgeben: nur noch {seats} spielen.",
    vi="{seat} không thể xin thua: chỉ còn {seats} đang chơi.",
    zh="{seat}不能认输：还在对局的只有{seats}。",
)
OTHER_GAME = Message(
    "match-other-game",
    en="This position belongs to another game or to other house rules.",
    fr="Cette position appartient à un autre jeu ou à d’autres règles.",
    de="Diese Stellung gehört zu einem anderen Spiel oder zu anderen Hausregeln.",
    vi="Thế cờ này thuộc trò chơi khác hoặc luật nhà khác.",
    zh="这个局面属于别的游戏或别的自定规则。",
)
NOT_WHOLE = Message(
    "match-not-whole",
    en="Moves that the record should hold: {promised}; found: {found}.",
    fr="Coups que l’enregistrement devrait contenir : {promised} ; trouvés : {found}.",
    de="Züge, die die Aufzeichnung enthalten soll: {promised}; gefunden: {found}.",
    vi="Biên bản phải có {promised} nước đi nhưng chỉ thấy {found}.",
    zh="记录应有 {promised} 步，实际有 {found} 步。",
)
OTHER_RESULT = Message(
    "match-other-result",
    en="The record names the result “{promised}”, but the moves lead to “{found}”.",
    fr="L’enregistrement donne le résultat « {promised} », mais les coups mènent à « {found} ».",
    de="Die Aufzeichnung nennt das Ergebnis „{promised}“, die Züge führen aber zu „{found}“.",
    vi="Biên bản ghi kết quả “{promised}”, nhưng các nước đi dẫn đến “{found}”.",
    zh="记录写的结果是“{promised}”，但走法得出的是“{found}”。",
)
