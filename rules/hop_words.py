"""What the hop games say to the players: refused moves, puzzling tables, positions that cannot be, house rules."""

from rules.words import Message

SEATS = (
    Message("seat-S", en="South", fr="Sud", de="Süd", vi="Nam", zh="南"),
    Message("seat-N", en="North", fr="Nord", de="Nord", vi="Bắc", zh="北"),
    Message("seat-SE", en="South-east", fr="Sud-est", de="Südost", vi="Đông nam", zh="东南"),
    Message("seat-SW", en="South-west", fr="Sud-ouest", de="Südwest", vi="Tây nam", zh="西南"),
    Message("seat-NE", en="North-east", fr="Nord-est", de="Nordost", vi="Đông bắc", zh="东北"),
    Message("seat-NW", en="North-west", fr="Nord-ouest", de="Nordwest", vi="Tây bắc", zh="西北"),
)
"""What people call the seats, which are written as the letters of their corners."""

# A text that is no move, or a move that may not be played.

NO_MOVE_FORM = Message(
    "hop-no-move-form",
    en="“{text}” is not a move; write c2-d3 for a step or c2:e4:g4 for hops.",
    fr="« {text} » n’est pas un coup ; écrivez c2-d3 pour un pas ou c2:e4:g4 pour des sauts.",
    de="„{text}“ ist kein Zug; bitte c2-d3 für einen Schritt oder c2:e4:g4 für Sprünge schreiben.",
    vi="“{text}” không phải nước đi; hãy viết c2-d3 cho một bước hoặc c2:e4:g4 cho các bước nhảy.",
    zh="“{text}”不是走法；移一步写作 c2-d3，跳跃写作 c2:e4:g4。",
)
NO_PLACE = Message(
    "hop-no-place",
    en="There is no place {place} on this board.",
    fr="Il n’y a pas de case {place} sur ce plateau.",
    de="Auf diesem Brett gibt es kein Feld {place}.",
    vi="Trên bàn cờ này không có ô {place}.",
    zh="这个棋盘上没有 {place} 这个位置。",
)
GAME_OVER = Message(
    "hop-game-over",
    en="The game is over; nobody moves any more.",
    fr="La partie est finie ; personne ne joue plus.",
    de="Das Spiel ist aus; niemand zieht mehr.",
    vi="Ván cờ đã kết thúc; không ai đi nữa.",
    zh="对局已经结束，不能再走了。",
)
NO_PIECE = Message(
    "hop-no-piece",
    en="No piece stands on {start}.",
    fr="Aucune pièce ne se trouve en {start}.",
    de="Auf {start} steht keine Figur.",
    vi="Không có quân nào ở {start}.",
    zh="{start} 上没有棋子。",
)
NOT_YOUR_TURN = Message(
    "hop-not-your-turn",
    en="The piece on {start} belongs to {owner}, but it is {seat}’s turn.",
    fr="La pièce en {start} est à {owner}, mais c’est à {seat} de jouer.",
    de="Die Figur auf {start} gehört {owner}, aber {seat} ist am Zug.",
    vi="Quân ở {start} là của {owner}, nhưng đang đến lượt {seat}.",
    zh="{start} 上的棋子是{owner}的，现在轮到{seat}走。",
)
SAME_PLACE = Message(
    "hop-same-place",
    en="The piece from {start} is back where it began; a move must end on another place.",
    fr="La pièce de {start} est revenue à son départ ; un coup doit finir ailleurs.",
    de="Die Figur von {start} steht wieder, wo sie begann; ein Zug muss anderswo enden.",
    vi="Quân từ {start} quay lại chỗ cũ; nước đi phải kết thúc ở ô khác.",
    zh="{start} 的棋子又回到了原处；一步棋必须停在别的位置。",
)
TAKEN = Message(
    "hop-taken",
    en="The piece from {start} cannot land on {end}: another piece stands there.",
    fr="La pièce de {start} ne peut pas se poser en {end} : la case est prise.",
    de="Die Figur von {start} kann nicht auf {end} landen: dort steht schon eine.",
    vi="Quân từ {start} không thể đến {end}: ở đó đã có quân khác.",
    zh="{start} 的棋子不能落在 {end}：那里已有棋子。",
)
NOT_NEXT = Message(
    "hop-not-next",
    en="{end} is not next to {start}: a step goes to a neighbouring place.",
    fr="{end} n’est pas voisin de {start} : un pas mène à une case voisine.",
    de="{end} liegt nicht neben {start}: ein Schritt geht auf ein Nachbarfeld.",
    vi="{end} không kề {start}: một bước chỉ đi sang ô bên cạnh.",
    zh="{end} 与 {start} 不相邻：移一步只能到相邻的位置。",
)
NO_HOP = Message(
    "hop-no-hop",
    en="From {start} to {end} is no hop: a hop passes over one piece, straight, and every landing must be named.",
    fr="De {start} à {end}, ce n’est pas un saut : on saute une seule pièce, tout droit, et chaque étape "
    "doit être écrite.",
    de="Von {start} nach {end} ist kein Sprung: man springt gerade über eine Figur, und jede Landung muss "
    "genannt werden.",
    vi="Từ {start} đến {end} không phải một bước nhảy: phải nhảy thẳng qua một quân và ghi đủ mọi chỗ đáp.",
    zh="{start} 到 {end} 不是一次跳跃：要沿直线跳过一个棋子，并写出每个落点。",
)
STEP_IN_CHAIN = Message(
    "hop-step-in-chain",
    en="{end} is next to {start}: that is a step, and steps and hops are not combined in one move.",
    fr="{end} touche {start} : c’est un pas, et un coup ne mêle pas pas et sauts.",
    de="{end} liegt neben {start}: das ist ein Schritt, und Schritte und Sprünge mischt man nicht in einem Zug.",
    vi="{end} kề {start}: đó là một bước đi, và một nước không được vừa bước vừa nhảy.",
    zh="{end} 与 {start} 相邻：这是移一步，而一步棋里不能又移又跳。",
)
NOTHING_TO_HOP = Message(
    "hop-nothing-to-hop",
    en="The piece from {start} cannot reach {end}: nothing stands on {over} to hop over.",
    fr="La pièce de {start} ne peut pas atteindre {end} : il n’y a rien à sauter en {over}.",
    de="Die Figur von {start} kommt nicht nach {end}: auf {over} steht nichts zum Überspringen.",
    vi="Quân từ {start} không thể đến {end}: ở {over} không có quân nào để nhảy qua.",
    zh="{start} 的棋子到不了 {end}：{over} 上没有可以跳过的棋子。",
)
OUT_OF_REACH = Message(
    "hop-out-of-reach",
    en="The piece from {start} cannot reach {end}: no step and no chain of hops leads there.",
    fr="La pièce de {start} ne peut pas atteindre {end} : aucun pas ni aucune suite de sauts n’y mène.",
    de="Die Figur von {start} kommt nicht nach {end}: kein Schritt und keine Sprungfolge führt dorthin.",
    vi="Quân từ {start} không thể đến {end}: không bước đi hay chuỗi nhảy nào tới đó.",
    zh="{start} 的棋子到不了 {end}：移一步或连跳都到不了那里。",
)
HOME_LOCKED = Message(
    "hop-home-locked",
    en="The piece from {start} is home already and must stay there: {end} lies outside its home.",
    fr="La pièce de {start} est déjà arrivée et doit rester dans son but : {end} est en dehors.",
    de="Die Figur von {start} ist schon im Ziel und muss dort bleiben: {end} liegt außerhalb.",
    vi="Quân từ {start} đã về đích và phải ở lại đó: {end} nằm ngoài khu đích.",
    zh="{start} 的棋子已经到达终点，必须留在那里：{end} 在终点之外。",
)
NO_STOP = Message(
    "hop-no-stop",
    en="The piece from {start} may pass but not stop on {end}: that corner is neither its start nor its home.",
    fr="La pièce de {start} peut passer par {end} mais pas s’y arrêter : cette pointe n’est ni son départ ni son but.",
    de="Die Figur von {start} darf auf {end} nicht stehen bleiben, nur durchziehen: die Ecke ist weder ihr "
    "Start noch ihr Ziel.",
    vi="Quân từ {start} được đi qua nhưng không được dừng ở {end}: góc đó không phải nơi xuất phát hay đích của nó.",
    zh="{start} 的棋子可以经过 {end}，但不能停在那里：那个角既不是它的起点也不是它的终点。",
)

# A table that no legal move explains.

NOTHING_MOVED = Message(
    "hop-nothing-moved",
    en="No piece has moved.",
    fr="Aucune pièce n’a bougé.",
    de="Keine Figur hat sich bewegt.",
    vi="Chưa có quân nào di chuyển.",
    zh="没有棋子移动过。",
)
MISSING = Message(
    "hop-missing",
    en="Missing from the table: what stood on {places}.",
    fr="Il manque sur la table ce qui était en {places}.",
    de="Auf dem Tisch fehlt, was hier stand: {places}.",
    vi="Trên bàn thiếu quân đã đứng ở: {places}.",
    zh="桌上少了原来在这里的棋子：{places}。",
)
TOO_MANY = Message(
    "hop-too-many",
    en="There is too much on the table: {places}.",
    fr="Il y a quelque chose de trop en {places}.",
    de="Auf dem Tisch liegt zu viel: {places}.",
    vi="Thừa quân ở: {places}.",
    zh="这里多了棋子：{places}。",
)
EXCHANGED = Message(
    "hop-exchanged",
    en="What lies on {places} is not what lay there before; pieces are never exchanged.",
    fr="Ce qui se trouve en {places} n’est plus ce qui y était ; on n’échange jamais de pièces.",
    de="Auf {places} liegt etwas anderes als vorher; Figuren werden nie ausgetauscht.",
    vi="Ở {places} có quân khác với trước đó; không bao giờ được đổi quân.",
    zh="{places} 上的棋子与之前不同；棋子不能互换。",
)
SEVERAL_MOVED = Message(
    "hop-several-moved",
    en="More than one piece has moved (from {starts} to {ends}); only one moves in a turn.",
    fr="Plusieurs pièces ont bougé (de {starts} vers {ends}) ; on n’en joue qu’une par tour.",
    de="Mehr als eine Figur wurde bewegt (von {starts} nach {ends}); je Zug bewegt sich nur eine.",
    vi="Có hơn một quân đã di chuyển (từ {starts} đến {ends}); mỗi lượt chỉ đi một quân.",
    zh="移动的棋子不止一个（从 {starts} 到 {ends}）；每回合只能走一个。",
)

# A written position that cannot lie on a table.

BAD_FIELD = Message(
    "hop-bad-field",
    en="“{field}” is missing from the position or is not of the right kind.",
    fr="« {field} » manque dans la position ou n’est pas du bon type.",
    de="„{field}“ fehlt in der Stellung oder ist von falscher Art.",
    vi="“{field}” thiếu trong thế cờ hoặc sai kiểu.",
    zh="局面中缺少“{field}”或其类型不对。",
)
NO_SET = Message(
    "hop-no-set",
    en="There is no set {set} in this game; the sets are {known}.",
    fr="Il n’y a pas de jeu de pièces {set} dans cette partie ; il y a {known}.",
    de="In diesem Spiel gibt es keinen Satz {set}; es gibt {known}.",
    vi="Trong ván này không có bộ quân {set}; các bộ quân là {known}.",
    zh="本局没有{set}这组棋子；有：{known}。",
)
WRONG_COUNT = Message(
    "hop-wrong-count",
    en="The set {set} must have {right} pieces and has {count}.",
    fr="Le jeu de pièces {set} doit en avoir {right} et en a {count}.",
    de="Der Satz {set} muss {right} Figuren haben und hat {count}.",
    vi="Bộ quân {set} có {count} quân; phải có {right}.",
    zh="{set}这组有 {count} 个棋子；应有 {right} 个。",
)
TWO_PIECES = Message(
    "hop-two-pieces",
    en="Two pieces cannot both stand on {place}.",
    fr="Deux pièces ne peuvent pas être ensemble en {place}.",
    de="Auf {place} können nicht zwei Figuren stehen.",
    vi="Không thể có hai quân cùng ở {place}.",
    zh="{place} 上不能有两个棋子。",
)
STRANGE_PIECE = Message(
    "hop-strange-piece",
    en="What lies on {place} is no piece of this game.",
    fr="Ce qui se trouve en {place} n’est pas une pièce de ce jeu.",
    de="Was auf {place} liegt, ist keine Figur dieses Spiels.",
    vi="Vật ở {place} không phải quân của trò chơi này.",
    zh="{place} 上的东西不是本游戏的棋子。",
)
NO_SEAT = Message(
    "hop-no-seat",
    en="Nobody sits at {seat}; the seats are {known}.",
    fr="Personne n’est assis en {seat} ; les places sont {known}.",
    de="An {seat} sitzt niemand; die Plätze sind {known}.",
    vi="Không ai ngồi ở {seat}; các chỗ ngồi là {known}.",
    zh="{seat}处没有人；座位有：{known}。",
)
FINISHED_TWICE = Message(
    "hop-finished-twice",
    en="{seat} cannot finish twice (see “places”).",
    fr="{seat} ne peut pas arriver deux fois (voir « places »).",
    de="{seat} kann nicht zweimal ins Ziel kommen (siehe „places“).",
    vi="{seat} không thể về đích hai lần (xem “places”).",
    zh="{seat}不能两次到达终点（见“places”）。",
)
FINISHED_TOO_LATE = Message(
    "hop-finished-too-late",
    en="{seat} cannot have finished: the game was over before (see “places”).",
    fr="{seat} ne peut pas être arrivé : la partie était déjà finie (voir « places »).",
    de="{seat} kann nicht ins Ziel gekommen sein: das Spiel war vorher aus (siehe „places“).",
    vi="{seat} không thể đã về đích: ván cờ đã kết thúc trước đó (xem “places”).",
    zh="{seat}不可能已到达终点：对局在那之前已经结束（见“places”）。",
)
NOT_FINISHED = Message(
    "hop-not-finished",
    en="{seat} cannot have finished: too few of its pieces are home (see “places”).",
    fr="{seat} ne peut pas être arrivé : trop peu de ses pièces sont au but (voir « places »).",
    de="{seat} kann nicht fertig sein: zu wenige seiner Figuren stehen im Ziel (siehe „places“).",
    vi="{seat} không thể đã về đích: có quá ít quân của họ trong đích (xem “places”).",
    zh="{seat}不可能已到达终点：终点里它的棋子太少（见“places”）。",
)
FINISHED_TO_MOVE = Message(
    "hop-finished-to-move",
    en="It cannot be {seat}’s turn: {seat} has finished.",
    fr="Ce ne peut pas être à {seat} de jouer : {seat} est déjà arrivé.",
    de="{seat} kann nicht am Zug sein: {seat} ist schon im Ziel.",
    vi="Không thể đến lượt {seat}: {seat} đã về đích.",
    zh="不可能轮到{seat}：{seat}已经到达终点。",
)
STUCK_TO_MOVE = Message(
    "hop-stuck-to-move",
    en="It cannot be {seat}’s turn: none of its pieces can move, so it is skipped.",
    fr="Ce ne peut pas être à {seat} de jouer : aucune de ses pièces ne peut bouger, son tour est sauté.",
    de="{seat} kann nicht am Zug sein: keine seiner Figuren kann ziehen, also wird {seat} übersprungen.",
    vi="Không thể đến lượt {seat}: không quân nào đi được nên mất lượt.",
    zh="不可能轮到{seat}：它的棋子都不能动，应被跳过。",
)
OVER_TO_MOVE = Message(
    "hop-over-to-move",
    en="It cannot be {seat}’s turn: by its “places” the game is over, and to_move must be null.",
    fr="Ce ne peut pas être à {seat} de jouer : d’après « places », la partie est finie et to_move doit être null.",
    de="{seat} kann nicht am Zug sein: nach „places“ ist das Spiel aus, und to_move muss null sein.",
    vi="Không thể đến lượt {seat}: theo “places” ván cờ đã kết thúc và to_move phải là null.",
    zh="不可能轮到{seat}：按“places”对局已结束，to_move 应为 null。",
)
NOT_OVER = Message(
    "hop-not-over",
    en="The game is not over: {seat} can move, so to_move cannot be null.",
    fr="La partie n’est pas finie : {seat} peut jouer, to_move ne peut donc pas être null.",
    de="Das Spiel ist nicht aus: {seat} kann ziehen, also kann to_move nicht null sein.",
    vi="Ván cờ chưa kết thúc: {seat} còn đi được nên to_move không thể là null.",
    zh="对局还没结束：{seat}还能走，to_move 不能是 null。",
)

# House rules.

FIRST = Message(
    "hop-first",
    en="who begins; toss lets the program draw lots",
    fr="qui commence ; toss laisse le programme tirer au sort",
    de="wer anfängt; toss lässt das Programm losen",
    vi="ai đi trước; toss để chương trình bốc thăm",
    zh="谁先走；toss 表示由程序抽签",
)
PLAY_ON = Message(
    "hop-play-on",
    en="after the first is home the others play on for places",
    fr="quand le premier est arrivé, les autres jouent pour les places suivantes",
    de="wenn der Erste im Ziel ist, spielen die anderen um die Plätze weiter",
    vi="sau khi người đầu tiên về đích, những người khác chơi tiếp để xếp hạng",
    zh="第一名到达终点后，其他人继续争名次",
)
NOBODY_THERE = Message(
    "hop-nobody-there",
    en="first={first} is not possible: the seats are {seats}.",
    fr="first={first} est impossible : les places sont {seats}.",
    de="first={first} geht nicht: die Plätze sind {seats}.",
    vi="first={first} không được: các chỗ ngồi là {seats}.",
    zh="first={first} 不行：座位有{seats}。",
)
