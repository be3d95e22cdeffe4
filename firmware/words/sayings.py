"""What the session says to the players, in every language."""

from rules.words import Message

YOUR_TURN = Message(
    "your-turn",
    en="{seat} is to move.",
    fr="À {seat} de jouer.",
    de="{seat} ist am Zug.",
    vi="Đến lượt {seat}.",
    zh="轮到{seat}。",
)
BEGINS_BY_LOT = Message(
    "begins-by-lot",
    en="Drawn by lot: {seat} begins.",
    fr="Tirage au sort : {seat} commence.",
    de="Ausgelost: {seat} fängt an.",
    vi="Bốc thăm: {seat} đi trước.",
    zh="抽签：{seat}先走。",
)
PUT_RIGHT = Message(
    "put-right",
    en="The table lies otherwise than the game; please put right: {places}.",
    fr="Le plateau ne correspond pas à la partie ; à remettre en place : {places}.",
    de="Der Tisch liegt anders als das Spiel; bitte richtigstellen: {places}.",
    vi="Bàn cờ khác với ván cờ; xin xếp lại: {places}.",
    zh="桌面与对局不符，请摆正：{places}。",
)
UNCOVER = Message(
    "uncover",
    en="I cannot see {places} well enough; please uncover the board and try again.",
    fr="Je ne vois pas bien {places} ; dégagez le plateau et réessayez.",
    de="Ich kann {places} nicht gut genug sehen; bitte das Brett freimachen und noch einmal versuchen.",
    vi="Tôi không thấy rõ {places}; xin bỏ vật che bàn cờ rồi thử lại.",
    zh="看不清 {places}；请不要遮挡棋盘，再试一次。",
)
NOTHING_MOVED = Message(
    "nothing-moved",
    en="Nothing has been moved yet; {seat} is to move.",
    fr="Rien n’a encore bougé ; à {seat} de jouer.",
    de="Es wurde noch nichts gezogen; {seat} ist am Zug.",
    vi="Chưa có quân nào được đi; đến lượt {seat}.",
    zh="还没有棋子移动；轮到{seat}。",
)
TWO_MOVES = Message(
    "two-moves",
    en="Two moves lie on the table, so somebody forgot the button; both count: {moves}.",
    fr="Deux coups sont sur le plateau, quelqu’un a oublié le bouton ; les deux comptent : {moves}.",
    de="Zwei Züge liegen auf dem Tisch, jemand hat den Knopf vergessen; beide zählen: {moves}.",
    vi="Trên bàn có hai nước đi, có người quên bấm nút; cả hai đều được tính: {moves}.",
    zh="桌上走了两步，有人忘了按按钮；两步都算：{moves}。",
)
UNSURE_BETWEEN = Message(
    "unsure-between",
    en="I am not sure which it is: {moves}.",
    fr="J’hésite entre {moves}.",
    de="Ich bin nicht sicher, was es ist: {moves}.",
    vi="Tôi không chắc là nước nào: {moves}.",
    zh="无法确定是哪一步：{moves}。",
)
UNSURE_WHETHER = Message(
    "unsure-whether",
    en="I am not sure whether {moves} was played, or nothing.",
    fr="Je ne sais pas si {moves} a été joué, ou rien.",
    de="Ich bin nicht sicher, ob {moves} gezogen wurde oder nichts.",
    vi="Tôi không chắc đã đi {moves} hay chưa đi gì.",
    zh="无法确定是走了 {moves} 还是没走。",
)
UNSURE_WAY_ON = Message(
    "unsure-way-on",
    en="Please uncover {places} and press again, or hold the button to take it as it lies.",
    fr="Dégagez {places} et appuyez encore, ou gardez le bouton enfoncé pour accepter tel quel.",
    de="Bitte {places} freimachen und noch einmal drücken, oder den Knopf halten, dann gilt es, wie es liegt.",
    vi="Xin bỏ vật che {places} rồi bấm lại, hoặc giữ nút để chấp nhận như đang bày.",
    zh="请露出 {places} 再按一次，或长按按钮按现状接受。",
)
UNSURE_WHAT = Message(
    "unsure-what",
    en="I cannot tell what is at {places}; please put it right or uncover it and press again, or hold the button to "
    "take it as it lies.",
    fr="Je ne vois pas bien ce qu’il y a en {places} ; rectifiez ou dégagez cet endroit et appuyez encore, ou gardez "
    "le bouton enfoncé pour accepter tel quel.",
    de="Ich kann nicht sagen, was auf {places} ist; bitte richtigstellen oder freimachen und noch einmal drücken, oder "
    "den Knopf halten, dann gilt es, wie es liegt.",
    vi="Tôi không rõ ở {places} có gì; xin xếp lại hoặc bỏ vật che rồi bấm lại, hoặc giữ nút để chấp nhận như đang "
    "bày.",
    zh="看不清 {places} 处是什么；请摆正或露出来再按一次，或长按按钮按现状接受。",
)
SPREAD = Message(
    "spread",
    en="I cannot count the stones on {places}; please spread them out and try again.",
    fr="Je n’arrive pas à compter les pierres en {places} ; étalez-les et réessayez.",
    de="Ich kann die Steine auf {places} nicht zählen; bitte auseinanderlegen und noch einmal versuchen.",
    vi="Tôi không đếm được quân ở {places}; xin dàn ra rồi thử lại.",
    zh="数不清 {places} 里的子；请摊开，再试一次。",
)
SPREAD_WAY_ON = Message(
    "spread-way-on",
    en="Please spread the stones on {places} out in plain sight and press again, or hold the button to take it as it "
    "lies.",
    fr="Étalez les pierres en {places}, bien visibles, et appuyez encore, ou gardez le bouton enfoncé pour accepter "
    "tel quel.",
    de="Bitte die Steine auf {places} gut sichtbar auseinanderlegen und noch einmal drücken, oder den Knopf halten, "
    "dann gilt es, wie es liegt.",
    vi="Xin dàn quân ở {places} ra cho thấy rõ rồi bấm lại, hoặc giữ nút để chấp nhận như đang bày.",
    zh="请把 {places} 里的子摊开、露出来再按一次，或长按按钮按现状接受。",
)
HOLD_OR_MEND = Message(
    "hold-or-mend",
    en="If all lies as you mean it, hold the button to take it as it lies. Otherwise put the stones on {places} right "
    "and press again.",
    fr="Si tout est posé comme vous l’entendez, gardez le bouton enfoncé pour accepter tel quel. Sinon, corrigez les "
    "pierres en {places} et appuyez encore.",
    de="Liegt alles wie gemeint, den Knopf halten, dann gilt es, wie es liegt. Sonst die Steine auf {places} "
    "richtigstellen und noch einmal drücken.",
    vi="Nếu quân đã bày đúng ý, hãy giữ nút để chấp nhận như đang bày. Nếu chưa, xin sửa quân ở {places} rồi bấm lại.",
    zh="如果摆放无误，请长按按钮按现状接受；否则请摆好 {places} 里的子再按一次。",
)
NONE_OF_THESE = Message(
    "none-of-these",
    en="None of these moves, then. Please lay it plain to see and press again, or hold the button for the menu.",
    fr="Aucun de ces coups, donc. Posez tout bien en vue et appuyez encore, ou gardez le bouton enfoncé pour le menu.",
    de="Dann war es keiner dieser Züge. Bitte alles gut sichtbar hinlegen und noch einmal drücken, oder den Knopf "
    "halten: dann kommt das Menü.",
    vi="Vậy không phải nước nào trong số đó. Xin bày cho thấy rõ rồi bấm lại, hoặc giữ nút để mở trình đơn.",
    zh="那就不是这几步。请摆清楚再按一次，或长按按钮打开菜单。",
)
HOLD_AGAIN = Message(
    "hold-again",
    en="Or hold the button once more and say which move it was.",
    fr="Ou gardez encore le bouton enfoncé et dites quel coup c’était.",
    de="Oder den Knopf noch einmal halten und sagen, welcher Zug es war.",
    vi="Hoặc giữ nút lần nữa để nói đó là nước nào.",
    zh="或再次长按按钮，指明是哪一步。",
)
WAS_IT = Message(
    "was-it",
    en="Was it {moves}? Hold the button for yes, press it for another.",
    fr="Était-ce {moves} ? Oui : gardez le bouton enfoncé ; sinon appuyez.",
    de="War es {moves}? Ja: Knopf halten; nein: drücken.",
    vi="Có phải là {moves} không? Đúng: giữ nút; không: bấm nút.",
    zh="是 {moves} 吗？是请长按按钮，不是请短按。",
)
WAY_BACK = Message(
    "way-back",
    en="Please put right what blinks: {places}. Or hold the button, then it counts as it lies.",
    fr="Remettez en place ce qui clignote : {places}. Ou gardez le bouton enfoncé, et cela compte tel quel.",
    de="Bitte richtigstellen, was blinkt: {places}. Oder den Knopf halten, dann gilt es, wie es liegt.",
    vi="Xin xếp lại chỗ nhấp nháy: {places}. Hoặc giữ nút thì tính như đang bày.",
    zh="请把闪烁处摆正：{places}。或者长按按钮，就按现状算。",
)
MEANT = Message(
    "meant",
    en="{move} counts as soon as you have put {places} right and pressed the button.",
    fr="{move} comptera dès que vous aurez remis en place {places} et appuyé sur le bouton.",
    de="{move} zählt, sobald auf {places} alles richtig liegt und der Knopf gedrückt ist.",
    vi="{move} sẽ được tính khi {places} được xếp lại và nút được bấm.",
    zh="把 {places} 摆正并按下按钮后，{move} 即算数。",
)
REPAIRED = Message(
    "repaired",
    en="Everything is in its place again; {seat} is to move.",
    fr="Tout est de nouveau en place ; à {seat} de jouer.",
    de="Alles liegt wieder richtig; {seat} ist am Zug.",
    vi="Mọi thứ đã về đúng chỗ; đến lượt {seat}.",
    zh="已全部摆正；轮到{seat}。",
)
PRESS_TO_END = Message(
    "press-to-end",
    en="That can be played; press the button to end the turn.",
    fr="Ce coup est permis ; appuyez sur le bouton pour finir le tour.",
    de="So geht es; mit dem Knopf den Zug beenden.",
    vi="Nước này được phép; bấm nút để kết thúc lượt.",
    zh="这步可以走；请按按钮结束回合。",
)
AS_IT_LIES = Message(
    "as-it-lies",
    en="It counts as it lies, and the record says so: {places}.",
    fr="Cela compte tel quel, et c’est noté : {places}.",
    de="Es gilt, wie es liegt, und so steht es in der Aufzeichnung: {places}.",
    vi="Được tính như đang bày, và đã ghi lại: {places}.",
    zh="按现状算，并已记录：{places}。",
)
NOW_WON = Message(
    "now-won",
    en="{seat} has now won: citizens {citizens}, mandarins {mandarins}.",
    fr="{seat} a maintenant gagné : citoyens {citizens}, mandarins {mandarins}.",
    de="{seat} hat jetzt gewonnen: Bürger {citizens}, Mandarine {mandarins}.",
    vi="{seat} bây giờ đã ăn: dân {citizens}, quan {mandarins}.",
    zh="{seat}现在已赢得：民 {citizens}，官 {mandarins}。",
)
RECORD_CORRECTED = Message(
    "record-corrected",
    en="Here the recorded game was corrected by hand.",
    fr="Ici, la partie enregistrée a été corrigée à la main.",
    de="Hier wurde die aufgezeichnete Partie von Hand berichtigt.",
    vi="Đến đây, ván trong biên bản đã được sửa bằng tay.",
    zh="在这里，记录中的对局被手动更正过。",
)
NEAREST = Message(
    "nearest",
    en="The pieces do not add up as I see them; the nearest possible table counts: {places}. If wrong, take it back.",
    fr="Je ne vois pas le bon nombre de pièces ; la position la plus proche compte : {places}. Si elle est fausse, "
    "reprenez-la.",
    de="Ich sehe nicht die richtige Zahl von Figuren; es gilt, was am nächsten kommt: {places}. Falls das falsch ist: "
    "zurücknehmen.",
    vi="Số quân tôi thấy không khớp; thế cờ gần nhất được tính: {places}. Nếu sai, hãy lấy lại.",
    zh="我看到的棋子数目不对；以最接近的局面为准：{places}。若不对，请收回。",
)
TAKEN_BACK = Message(
    "taken-back",
    en="{move} is taken back.",
    fr="{move} est repris.",
    de="{move} ist zurückgenommen.",
    vi="Đã lấy lại nước {move}.",
    zh="已收回 {move}。",
)
OTHER_TAKEN_BACK = Message(
    "other-taken-back",
    en="The game stands again as it did before that.",
    fr="La partie est de nouveau comme avant.",
    de="Das Spiel steht wieder wie zuvor.",
    vi="Ván cờ trở lại như trước đó.",
    zh="对局已恢复到之前的状态。",
)
NOTHING_TO_TAKE_BACK = Message(
    "nothing-to-take-back",
    en="There is nothing to take back.",
    fr="Il n’y a rien à reprendre.",
    de="Es gibt nichts zurückzunehmen.",
    vi="Không có gì để lấy lại.",
    zh="没有可以收回的。",
)
PAUSED = Message(
    "paused",
    en="The game rests; press the button to go on.",
    fr="La partie est en pause ; appuyez sur le bouton pour continuer.",
    de="Das Spiel ruht; mit dem Knopf geht es weiter.",
    vi="Ván cờ tạm nghỉ; bấm nút để tiếp tục.",
    zh="对局暂停；按按钮继续。",
)
NOT_LOOKED = Message(
    "not-looked",
    en="The turn just pressed for was not looked at yet; please press again when the game goes on.",
    fr="Le coup que vous veniez de valider n’a pas encore été regardé ; appuyez encore à la reprise.",
    de="Der Zug, für den eben gedrückt wurde, ist noch nicht angesehen; bitte noch einmal drücken, wenn es weitergeht.",
    vi="Nước vừa bấm nút chưa được xem; xin bấm lại khi ván cờ tiếp tục.",
    zh="刚才按按钮的那一步还没有看；对局继续后请再按一次。",
)
RESUMED = Message(
    "resumed",
    en="The game goes on.",
    fr="La partie reprend.",
    de="Das Spiel geht weiter.",
    vi="Ván cờ tiếp tục.",
    zh="对局继续。",
)
RESIGNED = Message(
    "resigned",
    en="{seat} gives up.",
    fr="{seat} abandonne.",
    de="{seat} gibt auf.",
    vi="{seat} xin thua.",
    zh="{seat}认输。",
)
NO_SUCH_SEAT = Message(
    "no-such-seat",
    en="{given} does not play here; the seats are {seats}.",
    fr="{given} ne joue pas ici ; les places sont {seats}.",
    de="{given} spielt hier nicht mit; es spielen {seats}.",
    vi="{given} không chơi ở đây; các bên là {seats}.",
    zh="{given} 不在局中；在座的有{seats}。",
)
NO_SUCH_PLACE = Message(
    "no-such-place",
    en="There is no place called {place} on this board.",
    fr="Il n’y a pas de case {place} sur ce plateau.",
    de="Ein Feld {place} gibt es auf diesem Brett nicht.",
    vi="Bàn cờ này không có ô {place}.",
    zh="这个棋盘上没有 {place}。",
)
SEAT_HOME = Message(
    "seat-home",
    en="{seat} is home, number {place}.",
    fr="{seat} est arrivé, numéro {place}.",
    de="{seat} ist im Ziel, als Nummer {place}.",
    vi="{seat} là người thứ {place} về đích.",
    zh="{seat}第 {place} 个全部到达终点。",
)
SKIPPED = Message(
    "skipped",
    en="{seat} cannot move and is left out.",
    fr="{seat} ne peut pas jouer et passe son tour.",
    de="{seat} kann nicht ziehen und wird ausgelassen.",
    vi="{seat} không đi được và mất lượt.",
    zh="{seat}无棋可走，跳过。",
)
GAME_OVER = Message(
    "game-over",
    en="The game is over. {scores}",
    fr="La partie est finie. {scores}",
    de="Das Spiel ist zu Ende. {scores}",
    vi="Ván cờ kết thúc. {scores}",
    zh="对局结束。{scores}",
)
ROUND_OVER = Message(
    "round-over",
    en="The round is over. {scores}",
    fr="La manche est finie. {scores}",
    de="Die Runde ist zu Ende. {scores}",
    vi="Ván bài này kết thúc. {scores}",
    zh="本轮结束。{scores}",
)
GAME_ENDED = Message(
    "game-ended",
    en="The game was ended here.",
    fr="La partie a été arrêtée ici.",
    de="Das Spiel wurde hier beendet.",
    vi="Ván cờ được kết thúc tại đây.",
    zh="对局就此结束。",
)
ALREADY_OVER = Message(
    "already-over",
    en="The game is over; take back, or press the button for a new one.",
    fr="La partie est finie ; reprenez un coup, ou appuyez sur le bouton pour en commencer une autre.",
    de="Das Spiel ist zu Ende; zurücknehmen, oder mit dem Knopf ein neues beginnen.",
    vi="Ván cờ đã kết thúc; lấy lại nước, hoặc bấm nút để chơi ván mới.",
    zh="对局已结束；可以悔棋，或按按钮开新局。",
)
PRESS_FOR_NEW = Message(
    "press-for-new",
    en="For a new game please press again in a moment.",
    fr="Pour une nouvelle partie, appuyez encore dans un instant.",
    de="Für ein neues Spiel bitte gleich noch einmal drücken.",
    vi="Muốn chơi ván mới, xin chờ một chút rồi bấm lại.",
    zh="要开新局，请稍后再按一次按钮。",
)
CAMERA_LOST = Message(
    "camera-lost",
    en="The camera gives no picture; the game waits. {why}",
    fr="La caméra ne donne plus d’image ; la partie attend. {why}",
    de="Die Kamera liefert kein Bild; das Spiel wartet. {why}",
    vi="Máy quay không có hình; ván cờ chờ. {why}",
    zh="摄像头没有画面；对局等待中。{why}",
)
CAMERA_BACK = Message(
    "camera-back",
    en="The camera is back.",
    fr="La caméra est revenue.",
    de="Die Kamera ist wieder da.",
    vi="Máy quay đã có hình trở lại.",
    zh="摄像头恢复了。",
)
LOOK_LATE = Message(
    "look-late",
    en="No picture came in time; please press again.",
    fr="Aucune image n’est arrivée à temps ; appuyez encore.",
    de="Es kam kein Bild zur rechten Zeit; bitte noch einmal drücken.",
    vi="Không có hình kịp lúc; xin bấm lại.",
    zh="没有及时得到画面；请再按一次。",
)
BOARD_LOST = Message(
    "board-lost",
    en="The board or the camera was moved and I cannot find the board any more; please put it back into view.",
    fr="Le plateau ou la caméra a bougé et je ne trouve plus le plateau ; remettez-le dans le champ.",
    de="Brett oder Kamera wurde verschoben, und ich finde das Brett nicht mehr; bitte wieder ins Bild rücken.",
    vi="Bàn cờ hoặc máy quay bị xê dịch và tôi không tìm thấy bàn cờ; xin đặt lại vào khung hình.",
    zh="棋盘或摄像头被移动，找不到棋盘了；请放回画面中。",
)
TOO_DARK = Message(
    "too-dark",
    en="It is too dark to see what lies on the board; please turn on a light.",
    fr="Il fait trop sombre pour voir le plateau ; allumez une lampe.",
    de="Es ist zu dunkel, um zu sehen, was auf dem Brett liegt; bitte Licht machen.",
    vi="Tối quá, không thấy trên bàn có gì; xin bật đèn.",
    zh="太暗了，看不清棋盘；请开灯。",
)
LIGHT_BACK = Message(
    "light-back",
    en="There is enough light again.",
    fr="Il fait de nouveau assez clair.",
    de="Es ist wieder hell genug.",
    vi="Đã đủ sáng trở lại.",
    zh="光线又足够了。",
)
LOOK_AGAIN = Message(
    "look-again",
    en="I can see for myself again which move it was; please press the button.",
    fr="Je peux de nouveau voir moi-même quel coup c’était ; appuyez sur le bouton.",
    de="Ich kann wieder selbst sehen, welcher Zug es war; bitte den Knopf drücken.",
    vi="Tôi lại thấy rõ bàn cờ; xin bấm nút.",
    zh="又能看清是哪一步了；请按按钮。",
)
DARK_WAY_ON = Message(
    "dark-way-on",
    en="Press again once there is light, or hold the button to say which move it was.",
    fr="Appuyez encore quand il fera clair, ou gardez le bouton enfoncé pour dire quel coup c’était.",
    de="Bei Licht noch einmal drücken, oder den Knopf halten, um zu sagen, welcher Zug es war.",
    vi="Đủ sáng thì bấm lại, hoặc giữ nút để nói đó là nước nào.",
    zh="有光后再按一次，或长按按钮，指明是哪一步。",
)
DARK_RIGHT = Message(
    "dark-right",
    en="Press again once there is light, or hold the button if all lies right: then I believe you.",
    fr="Appuyez encore quand il fera clair, ou gardez le bouton enfoncé si tout est en place : je vous croirai.",
    de="Bei Licht noch einmal drücken, oder den Knopf halten, wenn alles richtig liegt: dann glaube ich es euch.",
    vi="Đủ sáng thì bấm lại; nếu quân đã đúng chỗ, giữ nút là tôi tin.",
    zh="有光后再按一次；若都已摆好，请长按按钮，我就相信你们。",
)
BELIEVED = Message(
    "believed",
    en="I cannot see the board and believe you that all lies right.",
    fr="Je ne vois pas le plateau ; je vous crois : tout est en place.",
    de="Ich kann das Brett nicht sehen und glaube euch, dass alles richtig liegt.",
    vi="Tôi không thấy bàn cờ, nhưng tin là quân đã đúng chỗ.",
    zh="看不到棋盘，相信你们都已摆好。",
)
OTHER_BUTTON = Message(
    "other-button",
    en="It is {seat}’s turn, which ends with {seat}’s own button.",
    fr="C’est à {seat} de jouer, puis de finir son tour avec son propre bouton.",
    de="{seat} ist am Zug und beendet ihn mit dem eigenen Knopf.",
    vi="Đang là lượt {seat}; {seat} bấm nút của mình để kết thúc lượt.",
    zh="现在轮到{seat}，请{seat}按自己的按钮结束回合。",
)
BACK_TO_GAME = Message(
    "back-to-game",
    en="Back to the game.",
    fr="Retour à la partie.",
    de="Zurück zum Spiel.",
    vi="Trở lại ván cờ.",
    zh="返回对局。",
)
TIME_UP = Message(
    "time-up",
    en="The time of {seat} is up; whether the game goes on is for you to say.",
    fr="{seat} n’a plus de temps ; à vous de dire si la partie continue.",
    de="Die Zeit von {seat} ist abgelaufen; ob es weitergeht, bestimmt ihr.",
    vi="{seat} đã hết giờ; chơi tiếp hay không là do mọi người.",
    zh="{seat}的时间到了；是否继续由大家决定。",
)
