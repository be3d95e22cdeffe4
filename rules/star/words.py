"""What the star's house rules mean, and which of them do not go together."""

from rules.words import Message

PLAYERS = Message(
    "star-players",
    en="how many people play",
    fr="combien de personnes jouent",
    de="wie viele Leute mitspielen",
    vi="số người chơi",
    zh="几个人玩",
)
SETS = Message(
    "star-sets",
    en="how many sets of pieces each player has; two players can have up to three, three players up to two",
    fr="combien de jeux de pièces chacun possède ; à deux jusqu’à trois, à trois jusqu’à deux",
    de="wie viele Sätze jeder führt; zu zweit bis zu drei, zu dritt bis zu zwei",
    vi="mỗi người có mấy bộ quân; hai người tối đa ba bộ, ba người tối đa hai bộ",
    zh="每人几组棋子；两人最多三组，三人最多两组",
)
SECOND = Message(
    "star-second",
    en="two players with two sets: the second set races to the opponent’s second corner (camp) or to an "
    "empty corner (empty)",
    fr="à deux avec deux jeux : le second va vers la deuxième pointe adverse (camp) ou vers une pointe vide (empty)",
    de="zu zweit mit zwei Sätzen: der zweite läuft in die zweite Ecke des Gegners (camp) oder in eine leere (empty)",
    vi="hai người, mỗi người hai bộ: bộ thứ hai chạy đến góc thứ hai của đối thủ (camp) hoặc đến góc trống (empty)",
    zh="两人各两组时：第二组走向对手的第二个角（camp）或空角（empty）",
)
SIZE = Message(
    "star-size",
    en="how many rows a point of the star has: 4 (121 holes), 5 (181 holes) or 6 (253 holes)",
    fr="combien de rangées compte une pointe : 4 (121 trous), 5 (181 trous) ou 6 (253 trous)",
    de="wie viele Reihen eine Zacke hat: 4 (121 Löcher), 5 (181 Löcher) oder 6 (253 Löcher)",
    vi="mỗi cánh sao có mấy hàng: 4 (121 lỗ), 5 (181 lỗ) hoặc 6 (253 lỗ)",
    zh="星角有几排：4（121 孔）、5（181 孔）或 6（253 孔）",
)
PIECES = Message(
    "star-pieces",
    en="pieces in a set; left out: 15 for two players with one set on the usual board, else as many as a "
    "point holds; 10 or 15 can be chosen for two or three players with one set",
    fr="pièces par jeu ; sans indication : 15 à deux avec un jeu sur le plateau usuel, sinon autant que la "
    "pointe en contient ; 10 ou 15 au choix à deux ou trois avec un jeu",
    de="Figuren je Satz; ohne Angabe: 15 zu zweit mit einem Satz auf dem üblichen Brett, sonst so viele, "
    "wie die Zacke fasst; 10 oder 15 wählbar zu zweit oder dritt mit einem Satz",
    vi="số quân mỗi bộ; bỏ trống: 15 khi hai người chơi một bộ trên bàn thường, nếu không thì vừa đủ một "
    "cánh sao; hai hoặc ba người chơi một bộ có thể chọn 10 hoặc 15",
    zh="每组棋子数；不填：普通棋盘两人各一组为 15，否则为一个角的孔数；两人或三人各一组时可选 10 或 15",
)
TEAMS = Message(
    "star-teams",
    en="four or six players: opposite seats are partners, and a team has won when both are home",
    fr="à quatre ou six : les joueurs face à face sont partenaires ; l’équipe gagne quand les deux sont arrivés",
    de="zu viert oder sechst: wer sich gegenübersitzt, ist Partner; ein Team gewinnt, wenn beide im Ziel sind",
    vi="bốn hoặc sáu người: hai người đối diện là đồng đội; đội thắng khi cả hai đã về đích",
    zh="四人或六人：对面的两人为一队，两人都到达终点才算赢",
)
HOME_LOCK = Message(
    "star-home-lock",
    en="a piece that has reached its home stays there",
    fr="une pièce arrivée dans son but y reste",
    de="eine Figur, die ihr Ziel erreicht hat, bleibt darin",
    vi="quân đã về đích thì ở lại đó",
    zh="棋子到达终点后不能再离开",
)
CORNERS = Message(
    "star-corners",
    en="may a piece stop in a corner that is neither its start nor its home? open: yes; no_stop: it may "
    "only pass through",
    fr="une pièce peut-elle s’arrêter dans une pointe étrangère ? open : oui ; no_stop : seulement passer",
    de="darf eine Figur in einer fremden Ecke stehen bleiben? open: ja; no_stop: nur hindurchziehen",
    vi="quân có được dừng ở góc không phải của mình? open: được; no_stop: chỉ được đi qua",
    zh="棋子能停在别人的角里吗？open：可以；no_stop：只能经过",
)
ANTI_SPOILING = Message(
    "star-anti-spoiling",
    en="when a full home counts although strangers stand in it: majority (more than half are its own), any "
    "(one of its own is enough), off (all must be its own)",
    fr="quand un but plein compte malgré des pièces étrangères : majority (plus de la moitié sont à soi), "
    "any (une seule suffit), off (toutes doivent être à soi)",
    de="wann ein volles Ziel trotz fremder Figuren zählt: majority (mehr als die Hälfte eigene), any (eine "
    "eigene genügt), off (alle müssen eigene sein)",
    vi="khi nào đích đã đầy được tính dù có quân lạ: majority (hơn nửa là quân mình), any (một quân mình là "
    "đủ), off (phải toàn quân mình)",
    zh="终点里有别人的棋子时怎样算全部到达：majority（填满且自己的过半）、any（填满且至少一个自己的）、"
    "off（必须全是自己的）",
)

NO_SUCH_SETS = Message(
    "star-no-such-sets",
    en="{players} players cannot have {sets} sets each: two have one to three, three have one or two, four "
    "and six have one.",
    fr="{players} joueurs ne peuvent pas avoir {sets} jeux chacun : à deux un à trois, à trois un ou deux, "
    "à quatre ou six un.",
    de="{players} Spieler können nicht je {sets} Sätze haben: zwei haben einen bis drei, drei einen oder "
    "zwei, vier und sechs einen.",
    vi="{players} người không thể có {sets} bộ mỗi người: hai người một đến ba bộ, ba người một hoặc hai, "
    "bốn và sáu người một.",
    zh="{players} 人不能各有 {sets} 组：两人一至三组，三人一或两组，四人和六人一组。",
)
SECOND_NEEDS_TWO = Message(
    "star-second-needs-two",
    en="second=empty is for two players with two sets each (players=2, sets=2).",
    fr="second=empty vaut pour deux joueurs avec deux jeux chacun (players=2, sets=2).",
    de="second=empty gilt für zwei Spieler mit je zwei Sätzen (players=2, sets=2).",
    vi="second=empty chỉ dành cho hai người, mỗi người hai bộ (players=2, sets=2).",
    zh="second=empty 只用于两人各两组（players=2, sets=2）。",
)
TEAMS_NEED_FOUR = Message(
    "star-teams-need-four",
    en="teams=true needs four or six players, not {players}.",
    fr="teams=true demande quatre ou six joueurs, pas {players}.",
    de="teams=true braucht vier oder sechs Spieler, nicht {players}.",
    vi="teams=true cần bốn hoặc sáu người, không phải {players}.",
    zh="teams=true 需要四人或六人，而不是 {players} 人。",
)
NO_SUCH_PIECES = Message(
    "star-no-such-pieces",
    en="A set cannot have {pieces} pieces here; possible: {possible}.",
    fr="Un jeu ne peut pas avoir {pieces} pièces ici ; possible : {possible}.",
    de="Ein Satz kann hier nicht {pieces} Figuren haben; möglich: {possible}.",
    vi="Ở đây một bộ không thể có {pieces} quân; có thể: {possible}.",
    zh="这里一组不能有 {pieces} 个棋子；可以是：{possible}。",
)
