"""What is said to people who type their moves, in every language."""

from rules.words import Message

HELP_MOVES = Message(
    "typed-help-moves",
    en="a move       make it; moves lists what is legal\nshow         the position",
    fr="un coup      le jouer ; moves donne les coups permis\nshow         la position",
    de="ein Zug      wird gespielt; moves nennt, was erlaubt ist\nshow         die Stellung",
    vi="một nước     để đi; moves liệt kê các nước được phép\nshow         thế cờ",
    zh="一步棋       就走这一步；moves 列出可走的\nshow         局面",
)
HELP_HAND = Message(
    "typed-help-hand",
    en="hand         the cards of who is to move",
    fr="hand         les cartes de qui doit jouer",
    de="hand         die Karten dessen, der am Zug ist",
    vi="hand         bài trên tay của người đến lượt",
    zh="hand         轮到者的手牌",
)
HELP = Message(
    "typed-help",
    en="undo         take the last move back\n"
    "pause        rest; Enter goes on\n"
    "resign SEAT  that seat gives up\n"
    "end          end the game as it stands\n"
    "quit         stop here; the game can be taken up again",
    fr="undo         reprendre le dernier coup\n"
    "pause        faire une pause ; Entrée pour continuer\n"
    "resign QUI   ce joueur abandonne\n"
    "end          finir la partie telle quelle\n"
    "quit         s’arrêter là ; la partie peut être reprise",
    de="undo         den letzten Zug zurücknehmen\n"
    "pause        ruhen; mit der Eingabetaste geht es weiter\n"
    "resign WER   dieser Platz gibt auf\n"
    "end          das Spiel beenden, wie es steht\n"
    "quit         hier aufhören; das Spiel kann später weitergehen",
    vi="undo         lấy lại nước vừa đi\n"
    "pause        tạm nghỉ; Enter để tiếp tục\n"
    "resign AI    bên đó xin thua\n"
    "end          kết thúc ván như hiện tại\n"
    "quit         dừng ở đây; có thể chơi tiếp sau",
    zh="undo         收回上一步\n"
    "pause        暂停；按回车继续\n"
    "resign 谁    该方认输\n"
    "end          就此结束对局\n"
    "quit         在此停下；以后可以继续",
)
PAYS = Message(
    "typed-pays",
    en="{payer} pays {payee}: {amount}.",
    fr="{payer} paie à {payee} : {amount}.",
    de="{payer} zahlt an {payee}: {amount}.",
    vi="{payer} trả cho {payee}: {amount}.",
    zh="{payer}付给{payee}：{amount}。",
)
PAYS_IN = Message(
    "typed-pays-in",
    en="{payer} pays into the pot: {amount}.",
    fr="{payer} met au pot : {amount}.",
    de="{payer} zahlt in den Topf: {amount}.",
    vi="{payer} góp vào quỹ: {amount}.",
    zh="{payer}付入公池：{amount}。",
)
TAKES_OUT = Message(
    "typed-takes-out",
    en="{payee} takes out of the pot: {amount}.",
    fr="{payee} prend dans le pot : {amount}.",
    de="{payee} nimmt aus dem Topf: {amount}.",
    vi="{payee} lấy từ quỹ: {amount}.",
    zh="{payee}从公池取出：{amount}。",
)
SUMS = Message(
    "typed-sums",
    en="Sums after deal {number}: {sums}",
    fr="Totaux après la donne {number} : {sums}",
    de="Summen nach Spiel {number}: {sums}",
    vi="Tổng điểm sau ván {number}: {sums}",
    zh="第 {number} 局后的总分：{sums}",
)
CAPTURED = Message(
    "typed-captured",
    en="Points of the captured cards: {scores}",
    fr="Points des cartes prises : {scores}",
    de="Punkte der genommenen Karten: {scores}",
    vi="Điểm các lá đã ăn: {scores}",
    zh="吃到的牌的分数：{scores}",
)
ROUND = Message(
    "typed-round",
    en="Points of this round: {scores}",
    fr="Points de cette manche : {scores}",
    de="Punkte dieser Runde: {scores}",
    vi="Điểm ván này: {scores}",
    zh="本轮得分：{scores}",
)
NEXT_ROUND = Message(
    "typed-next-round",
    en="Nobody has reached the limit yet: another round follows.",
    fr="Personne n’a encore atteint la limite : une autre manche suit.",
    de="Noch hat niemand die Grenze erreicht: es folgt eine weitere Runde.",
    vi="Chưa ai chạm giới hạn điểm: còn ván nữa.",
    zh="还没有人达到上限，接着打下一轮。",
)
WON_BY = Message(
    "typed-won-by",
    en="The game is won by {seats}.",
    fr="La partie est gagnée par {seats}.",
    de="Gewonnen hat das Spiel: {seats}.",
    vi="Thắng cuộc: {seats}.",
    zh="整局获胜：{seats}。",
)
NEXT_DEAL = Message(
    "typed-next-deal",
    en="{seat} deals next: Enter goes on, undo takes the last move back, quit stops here.",
    fr="Prochaine donne par {seat} : Entrée pour continuer, undo pour reprendre le dernier coup, quit pour arrêter.",
    de="Als Nächster gibt {seat}: Eingabetaste für weiter, undo nimmt den letzten Zug zurück, quit hört hier auf.",
    vi="Người chia tiếp theo là {seat}: Enter để chơi tiếp, undo để lấy lại nước vừa đi, quit để dừng.",
    zh="下一局由{seat}发牌：按回车继续，输入 undo 收回上一步，输入 quit 结束。",
)
OVER = Message(
    "typed-over",
    en="It is over: Enter leaves the game, undo takes the last move back.",
    fr="C’est fini : Entrée pour quitter la partie, undo pour reprendre le dernier coup.",
    de="Es ist zu Ende: die Eingabetaste verlässt das Spiel, undo nimmt den letzten Zug zurück.",
    vi="Đã kết thúc: Enter để rời ván, undo để lấy lại nước vừa đi.",
    zh="已经结束：按回车离开，输入 undo 收回上一步。",
)
CUT_FOR_DEAL = Message(
    "typed-cut-for-deal",
    en="Cut for the deal: {scores}. {seat} deals and plays first.",
    fr="Coupe pour la donne : {scores}. {seat} donne et joue en premier.",
    de="Abgehoben um das Geben: {scores}. {seat} gibt und spielt als Erster.",
    vi="Bốc bài để chọn người chia: {scores}. {seat} chia và đánh trước.",
    zh="切牌定庄：{scores}。{seat}发牌并先出。",
)
DRAWN = Message(
    "typed-drawn",
    en="Drawn by lot: {seat} deals first.",
    fr="Tirage au sort : {seat} donne en premier.",
    de="Ausgelost: {seat} gibt als Erster.",
    vi="Bốc thăm: {seat} chia bài trước.",
    zh="抽签：{seat}先发牌。",
)
WHO_DEALS = Message(
    "typed-who-deals",
    en="Who deals: {seats}?",
    fr="Qui donne : {seats} ?",
    de="Wer gibt: {seats}?",
    vi="Ai chia bài: {seats}?",
    zh="谁发牌：{seats}？",
)
WHAT_LIES = Message(
    "typed-what-lies",
    en="Which {count} cards lie face up, as in 7D 10H?",
    fr="Quelles sont les {count} cartes visibles, comme 7D 10H ?",
    de="Welche {count} Karten liegen offen, etwa 7D 10H?",
    vi="Những lá nào nằm ngửa ({count} lá), ví dụ 7D 10H?",
    zh="桌上亮着哪 {count} 张牌？如 7D 10H。",
)
CUT_SEEN = Message(
    "typed-cut-seen",
    en="Who saw the cut card may add it: cut AS.",
    fr="Si la carte de coupe a été vue, ajoutez-la : cut AS.",
    de="Wer die abgehobene Karte sah, kann sie dahinter nennen: cut AS.",
    vi="Ai thấy lá cắt bài có thể ghi thêm: cut AS.",
    zh="看过切牌的，可在后面加上：cut AS。",
)
NO_CARD = Message(
    "typed-no-card",
    en="{card} is no card; cards are written as in 7D 10H.",
    fr="{card} n’est pas une carte ; les cartes s’écrivent comme 7D 10H.",
    de="{card} ist keine Karte; Karten schreibt man etwa so: 7D 10H.",
    vi="{card} không phải là lá bài; hãy viết như 7D 10H.",
    zh="{card} 不是一张牌；牌的写法如 7D 10H。",
)
CARD_TOLD_TWICE = Message(
    "typed-card-told-twice",
    en="{card} was named twice; there is only one.",
    fr="{card} a été nommée deux fois ; il n’y en a qu’une.",
    de="{card} wurde zweimal genannt; die Karte gibt es nur einmal.",
    vi="{card} được nêu hai lần; chỉ có một lá như vậy.",
    zh="{card} 说了两次；这张牌只有一张。",
)
CARDS_TOLD = Message(
    "typed-cards-told",
    en="Cards named: {told}; {count} have to lie face up.",
    fr="Cartes nommées : {told} ; il en faut {count} visibles.",
    de="Genannte Karten: {told}; offen liegen müssen {count}.",
    vi="Số lá đã nêu: {told}; phải có {count} lá nằm ngửa.",
    zh="说了 {told} 张；应有 {count} 张亮着。",
)
TOLD_WRONG = Message(
    "typed-told-wrong",
    en="If something was told wrong, undo asks again.",
    fr="Si une indication est fausse, undo repose la question.",
    de="Falls eine Angabe falsch war, fragt undo noch einmal.",
    vi="Nếu đã báo sai, gõ undo để được hỏi lại.",
    zh="如果报错了，输入 undo 会重新询问。",
)
VOID = Message(
    "typed-void",
    en="This deal is void; deal again.",
    fr="Cette donne est nulle ; redonnez.",
    de="Dieses Spiel gilt nicht; neu geben.",
    vi="Ván chia này không tính; xin chia lại.",
    zh="这副牌作废，请重新发牌。",
)
NO_HAND = Message(
    "typed-no-hand",
    en="Which cards are held is not known here.",
    fr="On ne sait pas ici quelles cartes sont en main.",
    de="Welche Karten auf der Hand sind, ist hier nicht bekannt.",
    vi="Ở đây không biết trên tay có những lá nào.",
    zh="这里不知道手里有哪些牌。",
)
TURNED_UP = Message(
    "typed-turned-up",
    en="The stock turns up {card}.",
    fr="Le talon retourne {card}.",
    de="Vom Stapel kommt {card}.",
    vi="Lá lật từ nọc: {card}.",
    zh="从牌堆翻开 {card}。",
)
RESTS = Message(
    "typed-rests",
    en="The game rests; Enter or resume goes on.",
    fr="La partie est en pause ; Entrée ou resume pour continuer.",
    de="Das Spiel ruht; mit der Eingabetaste oder resume geht es weiter.",
    vi="Ván cờ tạm nghỉ; nhấn Enter hoặc gõ resume để tiếp tục.",
    zh="对局暂停；按回车或输入 resume 继续。",
)
TAKE_UP = Message(
    "typed-take-up",
    en="To take the game up again: hopsight play {command} (with --new another one begins)",
    fr="Pour reprendre la partie : hopsight play {command} (avec --new, une autre commence)",
    de="So geht es später weiter: hopsight play {command} (mit --new beginnt ein anderes Spiel)",
    vi="Để chơi tiếp ván này: hopsight play {command} (thêm --new thì bắt đầu ván khác)",
    zh="要继续这一局：hopsight play {command}（加 --new 则另开新局）",
)
TAKING_UP = Message(
    "typed-taking-up",
    en="taking up {path}, turns so far: {turns}; another one begins with: hopsight play {command}",
    fr="reprise de {path}, tours joués : {turns} ; une autre commence avec : hopsight play {command}",
    de="weiter geht es mit {path}, bisherige Züge: {turns}; ein anderes Spiel beginnt mit: hopsight play {command}",
    vi="chơi tiếp {path}, số lượt đã đi: {turns}; muốn ván khác: hopsight play {command}",
    zh="接着下 {path}，已走回合：{turns}；要开新局：hopsight play {command}",
)
OTHER_CLOCK = Message(
    "typed-other-clock",
    en="the clock of {path} stays as it was; --clock {clock} is for a new game, which --new begins",
    fr="la pendule de {path} reste comme elle était ; --clock {clock} vaut pour une nouvelle partie, avec --new",
    de="die Uhr von {path} bleibt, wie sie war; --clock {clock} gilt für ein neues Spiel, das --new beginnt",
    vi="đồng hồ của {path} giữ như cũ; --clock {clock} dành cho ván mới, thêm --new để bắt đầu",
    zh="{path} 的棋钟照旧；--clock {clock} 只用于新局，加 --new 开新局",
)
WHO_RESIGNS = Message(
    "typed-who-resigns",
    en="Who gives up? Write: {ways}",
    fr="Qui abandonne ? Écrivez : {ways}",
    de="Wer gibt auf? Bitte schreiben: {ways}",
    vi="Ai xin thua? Hãy gõ: {ways}",
    zh="谁认输？请输入：{ways}",
)
NOT_TAKEN_UP = Message(
    "typed-not-taken-up",
    en="{path} stays as it is, and another game begins: {why}",
    fr="{path} reste tel quel, et une autre partie commence : {why}",
    de="{path} bleibt, wie es ist, und ein anderes Spiel beginnt: {why}",
    vi="{path} được giữ nguyên, và một ván khác bắt đầu: {why}",
    zh="{path} 保持原样，另开新局：{why}",
)
CANNOT_BE_TAKEN_UP = Message(
    "typed-cannot-be-taken-up",
    en="{path} cannot be taken up and stays where it is: {why}",
    fr="{path} ne peut pas être repris et reste où il est : {why}",
    de="{path} lässt sich nicht wieder aufnehmen und bleibt, wo es ist: {why}",
    vi="Không chơi tiếp được {path}, tệp vẫn nằm nguyên đó: {why}",
    zh="无法接着下 {path}，文件留在原处：{why}",
)
RULES_TAKEN_UP = Message(
    "typed-rules-taken-up",
    en="its house rules are those of: hopsight play {command}",
    fr="ses règles maison sont celles de : hopsight play {command}",
    de="seine Hausregeln sind die von: hopsight play {command}",
    vi="luật nhà của ván này là của lệnh: hopsight play {command}",
    zh="这一局的自定规则相当于：hopsight play {command}",
)
