"""What Chinese Poker says to the players: why a hand is refused, and what is wrong with a position or a house rule."""

from rules.words import Message

NOT_A_MOVE = Message(
    "poker-not-a-move",
    en="{text} is no move: write the cards one after another, as in 4C4D5H5S, or pass.",
    fr="{text} n’est pas un coup : écrivez les cartes l’une après l’autre, comme 4C4D5H5S, ou pass.",
    de="{text} ist kein Zug: bitte die Karten hintereinander schreiben, etwa 4C4D5H5S, oder pass.",
    vi="{text} không phải nước đi: viết các lá liền nhau, ví dụ 4C4D5H5S, hoặc pass.",
    zh="{text} 不是走法：把牌连着写，例如 4C4D5H5S，或写 pass。",
)
NOT_IN_PACK = Message(
    "poker-not-in-pack",
    en="{card} was taken out of the pack before the game.",
    fr="{card} a été retirée du paquet avant la partie.",
    de="{card} wurde vor dem Spiel aus dem Paket genommen.",
    vi="{card} đã bị rút khỏi bộ bài trước ván.",
    zh="{card} 在开局前已从牌里拿掉。",
)
OVER = Message(
    "poker-over",
    en="The round is over; nobody can play or pass any more.",
    fr="La manche est finie ; on ne peut plus ni jouer ni passer.",
    de="Die Runde ist aus; niemand kann mehr spielen oder passen.",
    vi="Ván bài đã kết thúc; không ai đánh hay bỏ lượt được nữa.",
    zh="这一轮已结束，不能再出牌或过。",
)
NAMED_TWICE = Message(
    "poker-named-twice",
    en="{card} is named twice.",
    fr="{card} est nommée deux fois.",
    de="{card} ist zweimal genannt.",
    vi="{card} được ghi hai lần.",
    zh="{card} 写了两次。",
)
ALREADY_PLAYED = Message(
    "poker-already-played",
    en="{card} was played before; it cannot come a second time.",
    fr="{card} a déjà été jouée ; cette carte ne peut pas revenir.",
    de="{card} wurde schon gespielt; die Karte kann nicht noch einmal kommen.",
    vi="{card} đã được đánh rồi; không thể xuất hiện lần nữa.",
    zh="{card} 已经出过，不能再出现。",
)
NOT_HELD = Message(
    "poker-not-held",
    en="It is the turn of {seat}, and {cards} cannot be in that hand.",
    fr="C’est à {seat} de jouer, et {cards} ne peut pas être dans cette main.",
    de="{seat} ist am Zug, und {cards} kann nicht in dieser Hand sein.",
    vi="Đến lượt {seat}, nhưng trên tay không thể có {cards}.",
    zh="轮到{seat}，而 {cards} 不可能在这手牌里。",
)
TOO_MANY = Message(
    "poker-too-many",
    en="{seat} cannot play {given} cards, holding only {count}.",
    fr="{seat} ne peut pas jouer {given} cartes et n’en a que {count}.",
    de="{seat} kann nicht {given} Karten spielen und hat nur {count}.",
    vi="{seat} chỉ còn {count} lá, không thể đánh {given} lá.",
    zh="{seat}只剩 {count} 张牌，不能出 {given} 张。",
)
NO_HAND = Message(
    "poker-no-hand",
    en="{cards} is no hand: play a single, a pair, a three (or several in sequence), a full house, a straight, or "
    "four and one.",
    fr="{cards} n’est pas une combinaison : une carte, paire ou brelan (ou plusieurs qui se suivent), full, suite, "
    "carré et une.",
    de="{cards} ist keine Kombination: Karte, Paar oder Drilling (auch mehrere in Folge), Full House, Straße, "
    "Vierling und eine.",
    vi="{cards} không phải một bộ: lá lẻ, đôi hay bộ ba (cả liên tiếp), cù lũ, sảnh, hoặc tứ quý kèm một lá.",
    zh="{cards} 不成牌型：可出单张、对子或连对、三张或连三张、葫芦、顺子或四带一。",
)
OTHER_KIND = Message(
    "poker-other-kind",
    en="{cards} cannot go on {lying}: only the same kind of hand does, or a four.",
    fr="{cards} ne va pas sur {lying} : il faut une combinaison du même genre, ou un carré.",
    de="{cards} passt nicht auf {lying}: nur eine Kombination derselben Art passt, oder ein Vierling.",
    vi="{cards} không chặn được {lying}: phải cùng loại bộ, hoặc tứ quý.",
    zh="{cards} 不能压 {lying}：要同一种牌型，或者四带一。",
)
OTHER_LENGTH = Message(
    "poker-other-length",
    en="{cards} cannot go on {lying}: it must have exactly as many cards.",
    fr="{cards} ne va pas sur {lying} : il faut exactement autant de cartes.",
    de="{cards} passt nicht auf {lying}: es müssen genau gleich viele Karten sein.",
    vi="{cards} không chặn được {lying}: phải có đúng số lá như vậy.",
    zh="{cards} 不能压 {lying}：张数必须一样。",
)
NOT_HIGHER = Message(
    "poker-not-higher",
    en="{cards} does not beat {lying}: it must be higher.",
    fr="{cards} ne bat pas {lying} : il faut plus haut.",
    de="{cards} schlägt {lying} nicht: es muss höher sein.",
    vi="{cards} không thắng {lying}: phải lớn hơn.",
    zh="{cards} 大不过 {lying}。",
)
FOUR_ONLY = Message(
    "poker-four-only",
    en="{cards} does not beat {lying}: only a four with a higher fifth card does.",
    fr="{cards} ne bat pas {lying} : il faut un carré dont la cinquième carte est plus haute.",
    de="{cards} schlägt {lying} nicht: das kann nur ein Vierling mit höherer fünfter Karte.",
    vi="{cards} không thắng {lying}: chỉ tứ quý có lá thứ năm lớn hơn mới thắng.",
    zh="{cards} 压不了 {lying}：只有第五张更大的四带一才行。",
)
NOT_CHANGED = Message(
    "poker-not-changed",
    en="Nothing new lies on the table: {seat} plays a hand or passes.",
    fr="Rien de nouveau sur la table : {seat} joue ou passe.",
    de="Auf dem Tisch liegt nichts Neues: {seat} spielt oder passt.",
    vi="Trên bàn không có gì mới: {seat} hãy đánh hoặc bỏ lượt.",
    zh="桌面没有新牌：请{seat}出牌或过。",
)
TAKEN_EARLY = Message(
    "poker-taken-early",
    en="{cards} still has to be beaten: put it back on the table.",
    fr="{cards} est encore à battre : remettez ces cartes sur la table.",
    de="{cards} ist noch zu schlagen: bitte zurück auf den Tisch legen.",
    vi="{cards} vẫn chưa bị chặn: hãy đặt lại lên bàn.",
    zh="{cards} 还在等人压：请放回桌面。",
)
CLEAR_BEATEN = Message(
    "poker-clear-beaten",
    en="{cards} is beaten: turn it over or take it away.",
    fr="{cards} est battu : retournez ou retirez ces cartes.",
    de="{cards} ist geschlagen: bitte umdrehen oder wegnehmen.",
    vi="{cards} đã bị chặn: hãy úp lại hoặc cất đi.",
    zh="{cards} 已被压过：请翻面或收走。",
)
NOT_ONE_MOVE = Message(
    "poker-not-one-move",
    en="The table does not show one clear hand of {seat}.",
    fr="{seat} : la table ne montre pas une combinaison nette.",
    de="Der Tisch zeigt keine eindeutige Kombination von {seat}.",
    vi="Bàn không cho thấy rõ một bộ bài của {seat}.",
    zh="桌面看不出{seat}清楚的一手牌。",
)

WRONG_TOTAL = Message(
    "poker-wrong-total",
    en="hands, lying and discards hold {count} cards together; they must be {right}.",
    fr="hands, lying et discards comptent {count} cartes en tout ; il en faut {right}.",
    de="hands, lying und discards haben zusammen {count} Karten; es müssen {right} sein.",
    vi="hands, lying và discards có tất cả {count} lá; phải là {right} lá.",
    zh="hands、lying 和 discards 共有 {count} 张牌，应为 {right} 张。",
)
WRONG_COUNT = Message(
    "poker-wrong-count",
    en="Cards in {where}: {count}; it should be {right}.",
    fr="Cartes dans {where} : {count} ; il en faut {right}.",
    de="Karten in {where}: {count}; richtig wäre {right}.",
    vi="{where} có {count} lá; phải có {right} lá.",
    zh="{where} 有 {count} 张牌，应为 {right} 张。",
)
HAND_TOO_BIG = Message(
    "poker-hand-too-big",
    en="Cards in {where}: {count}, but after {played} played it holds at most {most}.",
    fr="Cartes dans {where} : {count} (jouées : {played}) ; il en reste au plus {most}.",
    de="Karten in {where}: {count}; höchstens {most} sind es aber, wenn {played} gespielt sind.",
    vi="{where} có {count} lá, nhưng sau khi đánh {played} lá chỉ còn nhiều nhất {most}.",
    zh="{where} 有 {count} 张牌，但已出 {played} 张，最多剩 {most} 张。",
)
BAD_LYING = Message(
    "poker-bad-lying",
    en="lying must be null or say who played which hand, as in {example}, not {given}.",
    fr="lying doit être null ou dire qui a joué quelle combinaison, comme {example}, et non {given}.",
    de="lying muss null sein oder sagen, wer welche Kombination spielte, etwa {example}, nicht {given}.",
    vi="lying phải là null hoặc cho biết ai đánh bộ nào, ví dụ {example}, không phải {given}.",
    zh="lying 应为 null，或写明谁出了哪手牌，例如 {example}，而不是 {given}。",
)
BAD_PASSES = Message(
    "poker-bad-passes",
    en="passes cannot be {given}: here it must be from 0 to {most}.",
    fr="passes ne peut pas être {given} : il faut ici de 0 à {most}.",
    de="passes kann nicht {given} sein: hier muss es von 0 bis {most} sein.",
    vi="passes không thể là {given}: ở đây phải từ 0 đến {most}.",
    zh="passes 不能是 {given}：此处应在 0 到 {most} 之间。",
)
OUT_OF_TURN = Message(
    "poker-out-of-turn",
    en="It cannot be the turn of {seat}: {by} played last (passes: {passes}), so {owner} is to move.",
    fr="Ce ne peut pas être à {seat} : après la combinaison posée par {by} (passes : {passes}), c’est à {owner}.",
    de="{seat} kann nicht am Zug sein: nach {by} und {passes}-mal Passen ist es {owner}.",
    vi="Không thể đến lượt {seat}: sau bài của {by} và {passes} lần bỏ lượt thì đến {owner}.",
    zh="不可能轮到{seat}：{by}出牌后过了 {passes} 次，应轮到{owner}。",
)
NOBODY_TO_MOVE = Message(
    "poker-nobody-to-move",
    en="Nobody is out of cards, so to_move must name a seat.",
    fr="Personne n’a fini ses cartes : to_move doit nommer une place.",
    de="Niemand ist seine Karten los, also muss to_move einen Platz nennen.",
    vi="Chưa ai hết bài nên to_move phải là một chỗ ngồi.",
    zh="还没人出完牌，to_move 必须是一个座位。",
)
EMPTY_HAND = Message(
    "poker-empty-hand",
    en="{seat} has no card left, so the hand lying there must be the last one from there.",
    fr="{seat} n’a plus de carte : la combinaison sur la table doit être sa dernière.",
    de="{seat} hat keine Karte mehr, also muss die liegende Kombination die letzte von dort sein.",
    vi="{seat} đã hết bài nên bộ đang nằm trên bàn phải là bộ cuối của họ.",
    zh="{seat}已无牌，桌面上的应是其最后一手牌。",
)
BAD_SCORES = Message(
    "poker-bad-scores",
    en="scores must be whole numbers from 0, one for each seat, not {given}.",
    fr="scores doit contenir des nombres entiers à partir de 0, un par place, et non {given}.",
    de="scores müssen ganze Zahlen ab 0 sein, eine für jeden Platz, nicht {given}.",
    vi="scores phải là các số nguyên từ 0, mỗi chỗ một số, không phải {given}.",
    zh="scores 应为从 0 起的整数，每个座位一个，而不是 {given}。",
)
BAD_PACKETS = Message(
    "poker-bad-packets",
    en="For two players a deal has three packets of 16 cards, and choices names two different ones of 0, 1, 2.",
    fr="À deux, une donne a trois paquets de 16 cartes, et choices en nomme deux différents parmi 0, 1, 2.",
    de="Zu zweit gibt man drei Päckchen zu 16 Karten, und choices nennt zwei verschiedene von 0, 1, 2.",
    vi="Với hai người, ván chia có ba phần 16 lá, và choices chọn hai phần khác nhau trong 0, 1, 2.",
    zh="两人玩时发成三叠，每叠 16 张，choices 从 0、1、2 中选两个不同的。",
)

BAD_REMOVED = Message(
    "poker-bad-removed",
    en="removed must be three twos and one ace, such as AC 2C 2D 2H, not {given}.",
    fr="removed doit être trois deux et un as, par exemple AC 2C 2D 2H, et non {given}.",
    de="removed müssen drei Zweien und ein Ass sein, etwa AC 2C 2D 2H, nicht {given}.",
    vi="removed phải là ba lá 2 và một lá át, ví dụ AC 2C 2D 2H, không phải {given}.",
    zh="removed 应为三张 2 和一张 A，例如 AC 2C 2D 2H，而不是 {given}。",
)
BAD_LIMIT = Message(
    "poker-bad-limit",
    en="limit must be a whole number from 1, not {given}.",
    fr="limit doit être un nombre entier à partir de 1, et non {given}.",
    de="limit muss eine ganze Zahl ab 1 sein, nicht {given}.",
    vi="limit phải là số nguyên từ 1 trở lên, không phải {given}.",
    zh="limit 应为从 1 起的整数，而不是 {given}。",
)
PLAYERS_MEANING = Message(
    "poker-option-players",
    en="how many play: two choose among three packets, three hold 16 cards each, four hold 12",
    fr="nombre de joueurs : à deux on choisit parmi trois paquets, à trois 16 cartes, à quatre 12",
    de="wie viele spielen: zwei wählen aus drei Päckchen, drei haben je 16 Karten, vier je 12",
    vi="số người chơi: hai người chọn trong ba phần, ba người mỗi người 16 lá, bốn người 12 lá",
    zh="人数：两人从三叠中选，三人各 16 张，四人各 12 张",
)
REMOVED_MEANING = Message(
    "poker-option-removed",
    en="the three twos and the ace that are taken out of the pack",
    fr="les trois deux et l’as que l’on retire du paquet",
    de="die drei Zweien und das Ass, die aus dem Paket genommen werden",
    vi="ba lá 2 và một lá át được rút khỏi bộ bài",
    zh="从牌里拿掉的三张 2 和一张 A",
)
LIMIT_MEANING = Message(
    "poker-option-limit",
    en="the game ends after the round in which somebody reaches this score; the lowest wins",
    fr="la partie finit après la manche où quelqu’un atteint ce total ; le plus bas gagne",
    de="das Spiel endet nach der Runde, in der jemand diese Summe erreicht; die niedrigste gewinnt",
    vi="trò chơi kết thúc sau ván có người đạt điểm này; ai ít điểm nhất thắng",
    zh="有人达到这个分数的那一轮后结束，分数最低者胜",
)
