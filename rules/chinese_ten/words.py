"""What Chinese Ten says to the players: why a move is refused, and what is wrong with a position or a house rule."""

from rules.words import Message

NOT_A_MOVE = Message(
    "ten-not-a-move",
    en="{text} is no move: write 7D to lay a card, 7Dx3H to take one with it, and + in front for the stock’s card.",
    fr="{text} n’est pas un coup : écrivez 7D pour poser, 7Dx3H pour prendre, avec + devant pour la carte du talon.",
    de="{text} ist kein Zug: 7D legt eine Karte, 7Dx3H nimmt damit eine, + davor steht für die Karte vom Stapel.",
    vi="{text} không phải nước đi: viết 7D để đặt bài, 7Dx3H để ăn, thêm + ở trước cho lá lật từ nọc.",
    zh="{text} 不是走法：7D 表示出牌，7Dx3H 表示吃牌，翻出的牌前面加 +。",
)
OVER = Message(
    "ten-over",
    en="The deal is over; no card can be played any more.",
    fr="La donne est finie ; on ne peut plus jouer de carte.",
    de="Das Spiel ist aus; es kann keine Karte mehr gespielt werden.",
    vi="Ván bài đã kết thúc; không đánh được nữa.",
    zh="这一局已结束，不能再出牌。",
)
TURN_UP_FIRST = Message(
    "ten-turn-up-first",
    en="{seat} has played from the hand; now the top card of the stock must be turned up.",
    fr="{seat} a joué de sa main ; il faut maintenant retourner la première carte du talon.",
    de="{seat} hat aus der Hand gespielt; jetzt muss die oberste Karte des Stapels aufgedeckt werden.",
    vi="{seat} đã đánh một lá từ tay; bây giờ phải lật lá trên cùng của nọc.",
    zh="{seat}已出手牌，现在要翻开牌堆最上面的牌。",
)
PLAY_FIRST = Message(
    "ten-play-first",
    en="{seat} must play a card from the hand before the stock’s card is turned up.",
    fr="{seat} doit jouer une carte de sa main avant de retourner celle du talon.",
    de="{seat} muss erst eine Karte aus der Hand spielen, dann wird die vom Stapel aufgedeckt.",
    vi="{seat} phải đánh một lá từ tay trước khi lật bài nọc.",
    zh="{seat}要先出一张手牌，再翻牌堆。",
)
IN_LAYOUT = Message(
    "ten-already-in-layout",
    en="{card} already lies in the layout; it cannot come a second time.",
    fr="{card} est déjà sur la table ; cette carte ne peut pas venir deux fois.",
    de="{card} liegt schon auf dem Tisch; die Karte kann nicht noch einmal kommen.",
    vi="{card} đã nằm trên bàn; không thể xuất hiện lần nữa.",
    zh="{card} 已在桌面上，不能再出现一次。",
)
ALREADY_WON = Message(
    "ten-already-won",
    en="{card} was taken by {seat} before; it cannot come a second time.",
    fr="{card} a déjà été prise par {seat} ; cette carte ne peut pas revenir.",
    de="{card} hat {seat} schon gewonnen; die Karte kann nicht noch einmal kommen.",
    vi="{card} đã được {seat} ăn rồi; không thể xuất hiện lần nữa.",
    zh="{card} 已被{seat}吃走，不能再出现。",
)
NOT_IN_HAND = Message(
    "ten-not-in-hand",
    en="It is the turn of {seat}, and {card} is not in that hand.",
    fr="C’est à {seat} de jouer, et {card} n’est pas dans cette main.",
    de="{seat} ist am Zug, und {card} ist nicht in dieser Hand.",
    vi="Đến lượt {seat}, nhưng trên tay không có {card}.",
    zh="轮到{seat}，而 {card} 不在这手牌里。",
)
NOT_ON_TOP = Message(
    "ten-not-on-top",
    en="{card} is not the top card of the stock.",
    fr="{card} n’est pas la première carte du talon.",
    de="{card} ist nicht die oberste Karte des Stapels.",
    vi="{card} không phải lá trên cùng của nọc.",
    zh="{card} 不是牌堆最上面的牌。",
)
AT_THE_BOTTOM = Message(
    "ten-at-the-bottom",
    en="{card} was told to be the cut card, so it comes last, from the bottom of the stock.",
    fr="{card} a été indiquée comme carte de coupe : elle vient en dernier, du fond du talon.",
    de="{card} wurde als abgehobene Karte genannt und kommt darum zuletzt, als unterste des Stapels.",
    vi="{card} đã được báo là lá cắt, nên phải ra sau cùng, từ đáy nọc.",
    zh="{card} 已报为切牌，应在牌堆底，最后才翻出。",
)
PREY_NOT_THERE = Message(
    "ten-prey-not-there",
    en="{prey} does not lie in the layout, so it cannot be taken.",
    fr="{prey} n’est pas sur la table : impossible de la prendre.",
    de="{prey} liegt nicht auf dem Tisch und kann nicht genommen werden.",
    vi="{prey} không nằm trên bàn nên không ăn được.",
    zh="{prey} 不在桌面上，不能吃。",
)
NO_TEN = Message(
    "ten-no-ten",
    en="{card} cannot take {prey}: together they do not make ten.",
    fr="{card} ne peut pas prendre {prey} : ensemble elles ne font pas dix.",
    de="{card} kann {prey} nicht nehmen: zusammen ergeben sie nicht zehn.",
    vi="{card} không ăn được {prey}: cộng lại không đủ mười.",
    zh="{card} 不能吃 {prey}：两张加起来不是十。",
)
OWN_RANK_ONLY = Message(
    "ten-own-rank-only",
    en="{card} cannot take {prey}: 10, J, Q and K go only with their own rank.",
    fr="{card} ne peut pas prendre {prey} : 10, J, Q et K ne vont qu’avec leur propre rang.",
    de="{card} kann {prey} nicht nehmen: 10, J, Q und K passen nur zum eigenen Rang.",
    vi="{card} không ăn được {prey}: 10, J, Q, K chỉ ăn lá cùng số.",
    zh="{card} 不能吃 {prey}：10、J、Q、K 只能吃同点的牌。",
)
ONE_ONLY = Message(
    "ten-one-only",
    en="One card takes one card only, not {prey}.",
    fr="Une carte n’en prend qu’une seule, et non {prey}.",
    de="Eine Karte nimmt nur eine einzige, nicht {prey}.",
    vi="Một lá chỉ ăn được một lá, không phải {prey}.",
    zh="一张牌只能吃一张，不能吃 {prey}。",
)
TAKES_ALL = Message(
    "ten-takes-all",
    en="Three of its rank lay in the first layout: {card} takes all of {prey}.",
    fr="Trois cartes de ce rang étaient dans l’étalage de départ : {card} les prend toutes, {prey}.",
    de="Drei dieses Rangs lagen in der ersten Auslage: {card} nimmt sie alle, {prey}.",
    vi="Ba lá cùng số đã nằm trên bàn từ đầu: {card} ăn tất cả {prey}.",
    zh="开局时桌面上有三张同点牌：{card} 要把 {prey} 全部吃走。",
)
MUST_TAKE = Message(
    "ten-must-take",
    en="{card} takes {prey}: a capture may not be left lying.",
    fr="{card} prend {prey} : une prise ne se laisse pas sur la table.",
    de="{card} nimmt {prey}: ein Fang darf nicht liegen bleiben.",
    vi="{card} ăn được {prey}: không được bỏ qua.",
    zh="{card} 可以吃 {prey}，能吃必须吃。",
)
NOT_CHANGED = Message(
    "ten-not-changed",
    en="Nothing has changed: {seat} plays a card from the hand.",
    fr="Rien n’a changé : {seat} joue une carte de sa main.",
    de="Nichts hat sich geändert: {seat} spielt eine Karte aus der Hand.",
    vi="Không có gì thay đổi: {seat} hãy đánh một lá từ tay.",
    zh="桌面没有变化：请{seat}出一张手牌。",
)
SEVERAL_NEW = Message(
    "ten-several-new",
    en="{cards} are new on the table; only one card comes at a time.",
    fr="{cards} sont nouvelles sur la table ; une seule carte vient à la fois.",
    de="{cards} sind neu auf dem Tisch; es kommt immer nur eine Karte.",
    vi="{cards} vừa xuất hiện trên bàn; mỗi lần chỉ một lá.",
    zh="桌面上新出现了 {cards}；一次只能来一张。",
)
CAPTOR_UNSEEN = Message(
    "ten-captor-unseen",
    en="{prey} has gone, but the card that took it was not seen: first lay the two side by side.",
    fr="{prey} a disparu, mais la carte qui l’a prise n’a pas été vue : posez d’abord les deux côte à côte.",
    de="{prey} ist weg, aber die Karte, die sie nahm, war nicht zu sehen: erst beide nebeneinander legen.",
    vi="{prey} đã biến mất nhưng chưa thấy lá nào ăn nó: hãy đặt hai lá cạnh nhau trước.",
    zh="{prey} 不见了，但没看到是哪张牌吃的：请先把两张并排放好。",
)
TWO_GONE = Message(
    "ten-two-gone",
    en="{cards} have gone at once; one card takes one card only. Put back what was not taken.",
    fr="{cards} ont disparu ensemble ; une carte n’en prend qu’une. Remettez ce qui n’a pas été pris.",
    de="{cards} sind auf einmal weg; eine Karte nimmt nur eine. Bitte zurücklegen, was nicht genommen wurde.",
    vi="{cards} biến mất cùng lúc; một lá chỉ ăn một lá. Hãy đặt lại lá không bị ăn.",
    zh="{cards} 同时不见了；一张只能吃一张。请把没被吃的放回去。",
)
TAKE_BOTH = Message(
    "ten-take-both",
    en="{card} has taken {prey}: put both away, captor and prey.",
    fr="{card} a pris {prey} : retirez les deux, la preneuse et la prise.",
    de="{card} hat {prey} genommen: bitte beides wegnehmen, auch die fangende Karte.",
    vi="{card} đã ăn {prey}: hãy cất cả lá ăn lẫn lá bị ăn.",
    zh="{card} 吃了 {prey}：两边的牌都要收走。",
)
NOT_ONE_MOVE = Message(
    "ten-not-one-move",
    en="The table does not show one clear move of {seat}.",
    fr="{seat} : la table ne montre pas un coup net.",
    de="Der Tisch zeigt keinen eindeutigen Zug von {seat}.",
    vi="Bàn không cho thấy rõ một nước đi của {seat}.",
    zh="桌面看不出{seat}清楚的一步。",
)

WRONG_TOTAL = Message(
    "ten-wrong-total",
    en="layout, hands, stock and won hold {count} cards together; they must be 52.",
    fr="layout, hands, stock et won comptent {count} cartes en tout ; il en faut 52.",
    de="layout, hands, stock und won haben zusammen {count} Karten; es müssen 52 sein.",
    vi="layout, hands, stock và won có tất cả {count} lá; phải đủ 52 lá.",
    zh="layout、hands、stock 和 won 共有 {count} 张牌，应为 52 张。",
)
WRONG_COUNT = Message(
    "ten-wrong-count",
    en="Cards in {where}: {count}; here it should be {right}.",
    fr="Cartes dans {where} : {count} ; ici il en faut {right}.",
    de="Karten in {where}: {count}; richtig wäre hier {right}.",
    vi="{where} có {count} lá; ở đây phải có {right} lá.",
    zh="{where} 有 {count} 张牌，此处应为 {right} 张。",
)
BAD_PHASE = Message(
    "ten-bad-phase",
    en="phase must be play or turn_up, not {given}.",
    fr="phase doit être play ou turn_up, et non {given}.",
    de="phase muss play oder turn_up sein, nicht {given}.",
    vi="phase phải là play hoặc turn_up, không phải {given}.",
    zh="phase 应为 play 或 turn_up，而不是 {given}。",
)
NOBODY_TO_MOVE = Message(
    "ten-nobody-to-move",
    en="The deal is not over, so to_move must name a seat.",
    fr="La donne n’est pas finie : to_move doit nommer une place.",
    de="Das Spiel ist nicht aus, also muss to_move einen Platz nennen.",
    vi="Ván bài chưa kết thúc nên to_move phải là một chỗ ngồi.",
    zh="这一局还没结束，to_move 必须是一个座位。",
)
OUT_OF_TURN = Message(
    "ten-out-of-turn",
    en="It cannot be the turn of {seat}: {dealer} dealt (cards in the stock: {stock}), so {owner} is to move.",
    fr="Ce ne peut pas être à {seat} : {dealer} a donné (cartes au talon : {stock}), c’est donc à {owner}.",
    de="{seat} kann nicht am Zug sein: mit {dealer} als Geber (Karten im Stapel: {stock}) ist es {owner}.",
    vi="Không thể đến lượt {seat}: nọc còn {stock} lá, người chia là {dealer}, nên đến lượt {owner}.",
    zh="不可能轮到{seat}：牌堆剩 {stock} 张、庄家为{dealer}，应轮到{owner}。",
)
LEFT_OVER = Message(
    "ten-left-over",
    en="At the end the layout must be empty, but {cards} still lie there: a capture was missed.",
    fr="À la fin la table doit être vide, mais {cards} y sont encore : une prise a été oubliée.",
    de="Am Ende muss die Auslage leer sein, aber {cards} liegen noch da: ein Fang wurde übersehen.",
    vi="Cuối ván bàn phải trống nhưng vẫn còn {cards}: đã bỏ sót một lần ăn bài.",
    zh="结束时桌面应为空，但还有 {cards}：漏吃了一次。",
)
WRONG_TRIPLES = Message(
    "ten-wrong-triples",
    en="triples must be {right} with this layout, not {given}.",
    fr="triples doit être {right} avec cette table, et non {given}.",
    de="triples muss bei dieser Auslage {right} sein, nicht {given}.",
    vi="Với bàn này triples phải là {right}, không phải {given}.",
    zh="按这个桌面，triples 应为 {right}，而不是 {given}。",
)
FOUR_LYING = Message(
    "ten-four-lying",
    en="{cards} cannot all lie in the layout: the dealer takes four of a rank before the first turn.",
    fr="{cards} ne peuvent pas toutes être sur la table : le donneur prend les quatre avant le premier tour.",
    de="{cards} können nicht alle in der Auslage liegen: der Geber nimmt alle vier vor dem ersten Zug.",
    vi="{cards} không thể cùng nằm trên bàn: người chia ăn cả bốn lá trước lượt đầu.",
    zh="{cards} 不可能同时在桌面上：四张同点牌在首轮前归庄家。",
)
BAD_RED_FIVES = Message(
    "ten-bad-red-fives",
    en="red_fives cannot be {given}: the seat that took 5D and 5H in one capture (taiwan, barraco), or null.",
    fr="red_fives ne peut pas être {given} : c’est la place qui a pris 5D et 5H d’un coup (taiwan, barraco), ou null.",
    de="red_fives kann nicht {given} sein: der Platz, der 5D und 5H auf einmal nahm (taiwan, barraco), oder null.",
    vi="red_fives không thể là {given}: đó là chỗ đã ăn 5D và 5H cùng lúc (taiwan, barraco), hoặc null.",
    zh="red_fives 不能是 {given}：它应是一次吃到 5D 和 5H 的座位（taiwan、barraco），否则为 null。",
)
WRONG_CUT = Message(
    "ten-wrong-cut",
    en="The cut card {card} must be the bottom card of the stock.",
    fr="La carte de coupe {card} doit être la dernière du talon.",
    de="Die Abhebekarte {card} muss die unterste des Stapels sein.",
    vi="Lá cắt {card} phải là lá dưới cùng của nọc.",
    zh="切牌 {card} 应是牌堆最底下的一张。",
)
NO_CUT = Message(
    "ten-no-cut",
    en="In the variant {variant} no cut card is seen; leave it out.",
    fr="Dans la variante {variant} personne ne voit de carte de coupe ; ne l’indiquez pas.",
    de="In der Variante {variant} sieht niemand eine abgehobene Karte; bitte weglassen.",
    vi="Trong biến thể {variant} không ai thấy lá cắt; xin đừng ghi.",
    zh="玩法 {variant} 没有人看切牌，请不要写切牌。",
)

BAD_PLAYERS = Message(
    "ten-bad-players",
    en="The variant {variant} is for {right} players, not {players}.",
    fr="La variante {variant} se joue à {right}, et non à {players}.",
    de="Die Variante {variant} ist für {right} Spieler, nicht für {players}.",
    vi="Biến thể {variant} dành cho {right} người, không phải {players}.",
    zh="玩法 {variant} 适合 {right} 人，不是 {players} 人。",
)
BAD_FIRST = Message(
    "ten-bad-first",
    en="In the variant {variant} the dealer begins; first=left is offered for ten and frog.",
    fr="Dans la variante {variant} le donneur commence ; first=left n’existe que pour ten et frog.",
    de="In der Variante {variant} beginnt der Geber; first=left gibt es nur bei ten und frog.",
    vi="Trong biến thể {variant} người chia đi trước; first=left chỉ có ở ten và frog.",
    zh="玩法 {variant} 由庄家先出；first=left 只用于 ten 和 frog。",
)
VARIANT_MEANING = Message(
    "ten-option-variant",
    en="the game of the family: Chinese Ten, the Taiwan game, Barraco’s, Red Frog Black Frog, or Main Merah",
    fr="le jeu de la famille : Chinese Ten, celui de Taïwan, celui de Barraco, les grenouilles, ou Main Merah",
    de="welches Spiel der Familie: Chinese Ten, das aus Taiwan, das von Barraco, die Frösche oder Main Merah",
    vi="trò trong họ: Chinese Ten, kiểu Đài Loan, kiểu Barraco, Ếch đỏ ếch đen, hay Main Merah",
    zh="玩法：捡红点、台湾玩法、Barraco 玩法、红蛙黑蛙、Main Merah",
)
PLAYERS_MEANING = Message(
    "ten-option-players",
    en="how many play: usually 2, in the Taiwan game 4",
    fr="nombre de joueurs : d’habitude 2, 4 dans le jeu de Taïwan",
    de="wie viele spielen: gewöhnlich 2, im Spiel aus Taiwan 4",
    vi="số người chơi: thường là 2, kiểu Đài Loan là 4",
    zh="人数：一般为 2，台湾玩法为 4",
)
FIRST_MEANING = Message(
    "ten-option-first",
    en="who plays first: the dealer’s left neighbour (only in ten and frog, and usual there) or the dealer",
    fr="qui joue en premier : le voisin de gauche du donneur (dans ten et frog seulement) ou le donneur",
    de="wer zuerst spielt: der linke Nachbar des Gebers (nur in ten und frog, dort üblich) oder der Geber",
    vi="ai đi trước: người bên trái người chia (chỉ trong ten và frog) hay người chia",
    zh="谁先出：庄家左边的人（仅 ten 和 frog）或庄家",
)
REDEAL_MEANING = Message(
    "ten-option-redeal-groups",
    en="Main Merah: deal again also when five or more cards of two ranks that make ten lie in the first layout",
    fr="Main Merah : on redonne aussi quand cinq cartes ou plus de deux rangs qui font dix sont dans l’étalage",
    de="Main Merah: auch neu geben, wenn fünf oder mehr Karten zweier Ränge, die zehn ergeben, in der Auslage liegen",
    vi="Main Merah: chia lại cả khi trên bàn có từ năm lá trở lên của một cặp số cộng thành mười",
    zh="Main Merah：若桌面上有五张以上能凑成十的同组牌，也重新发牌",
)
