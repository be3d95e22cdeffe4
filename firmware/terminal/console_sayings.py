"""What the terminal tells those who type in it; the words that they type are the same in every language."""

from rules.words import Language, Message

LOOKING_FOR_BOARD = Message(
    "console-looking-for-board",
    en="The camera looks for the board …",
    fr="La caméra cherche le plateau …",
    de="Die Kamera sucht das Brett …",
    vi="Máy quay đang tìm bàn cờ …",
    zh="摄像头正在寻找棋盘……",
)
BEGIN = Message(
    "console-begin",
    en="Type help for what you can do; Enter presses the turn button.",
    fr="Tapez help pour savoir quoi faire ; Entrée appuie sur le bouton du tour.",
    de="help zeigt, was man hier tun kann; die Eingabetaste drückt den Zugknopf.",
    vi="Gõ help để xem làm được gì; phím Enter là bấm nút kết thúc lượt.",
    zh="输入 help 查看可以做什么；回车键就是按回合按钮。",
)
OVER = Message(
    "console-over",
    en="It is over: undo takes that back, Enter begins a new game, quit leaves.",
    fr="C’est fini : undo revient en arrière, Entrée commence une nouvelle partie, quit pour partir.",
    de="Es ist zu Ende: undo nimmt das zurück, die Eingabetaste beginnt ein neues Spiel, quit hört auf.",
    vi="Đã kết thúc: undo để lấy lại, Enter để bắt đầu ván mới, quit để rời đi.",
    zh="已经结束：输入 undo 收回，按回车开新局，输入 quit 离开。",
)
FOLLOWED_TO_THE_END = Message(
    "console-followed-to-the-end",
    en="That was the recorded game: undo takes that back, Enter or quit leaves.",
    fr="C’était la partie enregistrée : undo revient en arrière, Entrée ou quit pour partir.",
    de="Das war die aufgezeichnete Partie: undo nimmt das zurück, Eingabetaste oder quit hört auf.",
    vi="Đó là ván đã ghi: undo để lấy lại, Enter hoặc quit để rời đi.",
    zh="记录的对局到此为止：输入 undo 收回，按回车或输入 quit 离开。",
)
IN_HAND = Message(
    "console-in-hand",
    en="In the hand: {set}",
    fr="En main : {set}",
    de="In der Hand: {set}",
    vi="Trên tay: {set}",
    zh="手里：{set}",
)
STONES_IN_HAND = Message(
    "console-stones-in-hand",
    en="Stones in the hand: {heaps}",
    fr="Pierres en main : {heaps}",
    de="Steine in der Hand: {heaps}",
    vi="Quân trên tay: {heaps}",
    zh="手里的子：{heaps}",
)
LIT = Message(
    "console-lit",
    en="Lit: {places}",
    fr="Éclairé : {places}",
    de="Es leuchtet: {places}",
    vi="Đèn sáng: {places}",
    zh="亮着：{places}",
)
WINDOW_TOO_SMALL = Message(
    "console-window-too-small",
    en="A drawn board needs {columns} columns and {lines} lines.",
    fr="Le dessin du plateau demande {columns} colonnes et {lines} lignes.",
    de="Das gezeichnete Brett braucht {columns} Spalten und {lines} Zeilen.",
    vi="Muốn vẽ bàn cờ cần {columns} cột và {lines} dòng.",
    zh="画出棋盘需要 {columns} 列、{lines} 行。",
)
NOT_KNOWN = Message(
    "console-not-known",
    en="I do not know “{words}”; help lists what you can do.",
    fr="Je ne connais pas « {words} » ; help dit ce qu’on peut faire.",
    de="„{words}“ kenne ich nicht; help zeigt, was man hier tun kann.",
    vi="Tôi không hiểu “{words}”; gõ help để xem làm được gì.",
    zh="不认识“{words}”；输入 help 查看可以做什么。",
)
WHERE = Message(
    "console-where",
    en="After {word} comes a place; write for example: {example}",
    fr="Après {word} vient une case ; écrivez par exemple : {example}",
    de="Nach {word} kommt ein Feld; bitte schreiben, zum Beispiel: {example}",
    vi="Sau {word} là tên một ô; hãy gõ chẳng hạn: {example}",
    zh="{word} 后面要写位置；例如输入：{example}",
)
ALSO_IN_BROWSER = Message(
    "console-also-in-browser",
    en="also in a browser: {address}",
    fr="aussi dans un navigateur : {address}",
    de="auch im Browser: {address}",
    vi="cũng mở được trong trình duyệt: {address}",
    zh="也可用浏览器打开： {address}",
)
IN_BROWSER = Message(
    "console-in-browser",
    en="the table in a browser: {address}",
    fr="la table dans un navigateur : {address}",
    de="der Tisch im Browser: {address}",
    vi="bàn cờ trong trình duyệt: {address}",
    zh="用浏览器打开棋桌： {address}",
)
PAIRING_CODE = Message(
    "console-pairing-code",
    en="pairing code for everybody who plays: {code}",
    fr="code pour tous ceux qui jouent : {code}",
    de="Code für alle, die mitspielen: {code}",
    vi="mã ghép nối cho mọi người cùng chơi: {code}",
    zh="对局者的配对码： {code}",
)
MOVE_PIECES = Message(
    "console-move-pieces",
    en="""\
lift c2      take the piece from c2: the lamps show where it may go
put e4       put it on e4""",
    fr="""\
lift c2      prendre la pièce de c2 : les lampes montrent où elle peut aller
put e4       la poser en e4""",
    de="""\
lift c2      die Figur von c2 nehmen: die Lampen zeigen, wohin sie darf
put e4       sie auf e4 stellen""",
    vi="""\
lift c2      nhấc quân ở c2: đèn chỉ những chỗ được đi
put e4       đặt quân xuống e4""",
    zh="""\
lift c2      拿起 c2 的棋子：灯显示可以走到哪里
put e4       放到 e4""",
)
MOVE_STONES = Message(
    "console-move-stones",
    en="""\
sow a3>      take up a3 and sow east (a3< west), with all that follows from it
spread a3    spread the stones of a3, so that they can be counted""",
    fr="""\
sow a3>      prendre a3 et semer vers l’est (a3< ouest), avec tout ce qui suit
spread a3    étaler les pierres de a3, pour qu’on puisse les compter""",
    de="""\
sow a3>      a3 nehmen und nach Osten säen (a3< Westen), mit allem, was folgt
spread a3    die Steine von a3 auseinanderlegen, damit man sie zählen kann""",
    vi="""\
sow a3>      bốc a3 rải về phía đông (a3< tây), kể cả những gì tiếp theo
spread a3    dàn quân ở a3 ra để đếm được""",
    zh="""\
sow a3>      拿起 a3 向东撒（a3< 向西），后面的也一并做完
spread a3    把 a3 的子摊开，好数清楚""",
)
TABLE_HELP = Message(
    "console-table-help",
    en="""\
{moves}
Enter        press the turn button;  hold  holds it (accept as it lies, menu)
lay          lay the whole board out anew, as it should lie
undo  pause  resume  resign SEAT  end
clumsiness:  {slips}
quit         stop here; the game can be taken up again""",
    fr="""\
{moves}
Entrée       appuyer sur le bouton ; hold le maintient (compte tel quel ; menu)
lay          remettre tout le plateau comme il doit être
undo  pause  resume  resign PLACE  end
bévues :     {slips}
quit         s’arrêter là ; la partie pourra être reprise""",
    de="""\
{moves}
Eingabe      den Zugknopf drücken;  hold  hält ihn (gilt, wie es liegt; Menü)
lay          das ganze Brett neu aufbauen, wie es liegen soll
undo  pause  resume  resign PLATZ  end
Ungeschick:  {slips}
quit         hier aufhören; das Spiel lässt sich wieder aufnehmen""",
    vi="""\
{moves}
Enter        bấm nút hết lượt;  hold  giữ nút (tính như đang bày, trình đơn)
lay          bày lại cả bàn cho đúng thế cờ
undo  pause  resume  resign BÊN  end
vụng về:     {slips}
quit         dừng ở đây; lúc khác có thể chơi tiếp ván này""",
    zh="""\
{moves}
回车         按回合按钮；  hold  长按（按现状算、菜单）
lay          照应有的局面重新摆好整个棋盘
undo  pause  resume  resign 座位  end
来点失误：   {slips}
quit         到此为止；以后可以接着下""",
)
TABLE_HELP_SHORT = Message(
    "console-table-help-short",
    en="{moves}; Enter presses the turn button, hold holds it; undo, pause, resume, resign SEAT, end; "
    "quit stops here; lay lays the board out anew; clumsiness: {slips}",
    fr="{moves} ; Entrée appuie sur le bouton du tour, hold le maintient ; undo, pause, resume, resign PLACE, end ; "
    "quit s’arrête là ; lay remet le plateau comme il doit être ; bévues : {slips}",
    de="{moves}; die Eingabetaste drückt den Zugknopf, hold hält ihn; undo, pause, resume, resign PLATZ, end; "
    "quit hört hier auf; lay baut das Brett neu auf; Ungeschick: {slips}",
    vi="{moves}; Enter bấm nút kết thúc lượt, hold giữ nút; undo, pause, resume, resign BÊN, end; "
    "quit dừng ở đây; lay bày lại bàn cho đúng; vụng về: {slips}",
    zh="{moves}；回车按回合按钮，hold 长按；undo、pause、resume、resign 座位、end；"
    "quit 到此为止；lay 重新摆好棋盘；来点失误：{slips}",
)
TABLE_COMMANDS = Message(
    "console-table-commands",
    en="{moves}, Enter, hold, undo, pause, resume, resign SEAT, end, quit, lay, {slips}",
    fr="{moves}, Entrée, hold, undo, pause, resume, resign PLACE, end, quit, lay, {slips}",
    de="{moves}, Eingabetaste, hold, undo, pause, resume, resign PLATZ, end, quit, lay, {slips}",
    vi="{moves}, Enter, hold, undo, pause, resume, resign BÊN, end, quit, lay, {slips}",
    zh="{moves}、回车、hold、undo、pause、resume、resign 座位、end、quit、lay、{slips}",
)
MOVE_PIECES_SHORT = Message(
    "console-move-pieces-short",
    en="lift c2 takes the piece from c2, put e4 puts it on e4",
    fr="lift c2 prend la pièce de c2, put e4 la pose en e4",
    de="lift c2 nimmt die Figur von c2, put e4 stellt sie auf e4",
    vi="lift c2 nhấc quân ở c2, put e4 đặt xuống e4",
    zh="lift c2 拿起 c2 的棋子，put e4 放到 e4",
)
MOVE_STONES_SHORT = Message(
    "console-move-stones-short",
    en="sow a3> sows from a3 to the east, sow a3< to the west, spread a3 spreads its stones",
    fr="sow a3> sème de a3 vers l’est, sow a3< vers l’ouest, spread a3 étale ses pierres",
    de="sow a3> sät von a3 nach Osten, sow a3< nach Westen, spread a3 legt die Steine auseinander",
    vi="sow a3> rải a3 về phía đông, sow a3< về phía tây, spread a3 dàn quân ra",
    zh="sow a3> 从 a3 向东撒，sow a3< 向西撒，spread a3 把子摊开",
)
PILE = Message(
    "console-pile",
    en="{seat} won {citizens}, mandarins {mandarins}",
    fr="{seat} a gagné {citizens}, mandarins {mandarins}",
    de="{seat} gewann {citizens}, Mandarine {mandarins}",
    vi="{seat} đã ăn {citizens} dân, {mandarins} quan",
    zh="{seat}已赢得 {citizens} 民、{mandarins} 官",
)
PILE_OWING = Message(
    "console-pile-owing",
    en="{seat} won {citizens}, mandarins {mandarins}, owes {owed}",
    fr="{seat} a gagné {citizens}, mandarins {mandarins}, doit {owed}",
    de="{seat} gewann {citizens}, Mandarine {mandarins}, schuldet {owed}",
    vi="{seat} đã ăn {citizens} dân, {mandarins} quan, nợ {owed}",
    zh="{seat}已赢得 {citizens} 民、{mandarins} 官，欠 {owed}",
)


def helps(language: Language, *, of_heaps: bool) -> tuple[str, str, str]:
    """What can be typed at this table, told at length, shortly, and as mere commands.

    ``of_heaps``: stones are sown there. Elsewhere pieces are moved; each board is told its own words and places only.
    """
    slips = ["nudge", "cover b3", "uncover", "dark", "light"]
    if not of_heaps:
        slips = ["knock c2", "nudge", "cover e5", "uncover", "dark", "light", "drop e5", "pick"]
    moves = ["sow a3>", "spread a3"] if of_heaps else ["lift c2", "put e4"]
    between = "、" if language == "zh" else ", "
    full, short = (MOVE_STONES, MOVE_STONES_SHORT) if of_heaps else (MOVE_PIECES, MOVE_PIECES_SHORT)
    listed = between.join(slips)
    return (
        TABLE_HELP(moves=full.wording(language), slips="  ".join(slips)).text(language),
        TABLE_HELP_SHORT(moves=short.wording(language), slips=listed).text(language),
        TABLE_COMMANDS(moves=between.join(moves), slips=listed).text(language),
    )
