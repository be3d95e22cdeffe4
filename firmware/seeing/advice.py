"""What people might do so that the table is read more surely: one sentence, when the table has been learnt. Never more
than advice: whatever is doubtful is asked about anyway.
"""

from firmware import settings
from firmware.seeing.empty_board import needs_none
from hardware.pictures import Picture
from rules.geometry import Board
from rules.star.places import size_of, star_boards
from rules.words import Message, Reason
from vision.calibration import Calibration
from vision.locate import at_a_glance
from vision.look import EmptyBoard, Reader
from vision.readers.patches import in_picture

LEFT_OUT = Message(
    "advice-empty-left-out",
    en="The kept picture of the empty board does not fit this table and is left out. Show the empty board again.",
    fr="L’image gardée du plateau vide ne correspond pas à cette table ; elle est ignorée. Remontrez le plateau vide.",
    de="Das gespeicherte Bild des leeren Bretts passt nicht zu diesem Tisch und wird nicht benutzt. Zeigt das leere "
    "Brett neu.",
    vi="Hình bàn trống đã giữ không khớp với bàn này nên được bỏ qua. Hãy cho xem lại bàn cờ trống.",
    zh="保存的空棋盘画面与这张桌子不符，不予使用。请重新拍一次空棋盘。",
)
SMALL = Message(
    "advice-small",
    en="The board is very small in the picture: a closer camera reads it more surely.",
    fr="Le plateau est très petit dans l’image : une caméra plus proche le lira mieux.",
    de="Das Brett ist im Bild sehr klein: Eine nähere Kamera liest es sicherer.",
    vi="Bàn cờ rất nhỏ trong hình: đặt máy quay gần hơn sẽ đọc chắc chắn hơn.",
    zh="棋盘在画面中很小：摄像头靠近一些会读得更准。",
)
CUT_OFF = Message(
    "advice-cut-off",
    en="The picture cuts the board off at {places}: move the camera or the board, and I need not ask about them.",
    fr="L’image coupe le plateau en {places} : déplacez la caméra ou le plateau, et je n’aurai plus à demander.",
    de="Das Bild schneidet das Brett bei {places} ab: Rückt Kamera oder Brett, dann muss ich dort nicht nachfragen.",
    vi="Hình bị thiếu bàn cờ ở {places}: hãy dịch máy quay hoặc bàn cờ để tôi khỏi phải hỏi.",
    zh="画面在 {places} 处截掉了棋盘：请移动摄像头或棋盘，我就不必再问。",
)
SHOW_IT = Message(
    "advice-show-empty",
    en="Some pieces look much like the holes: show me the empty board once (page, or hopsight calibrate --empty).",
    fr="Des pièces ressemblent aux trous : montrez une fois le plateau vide (page ou hopsight calibrate --empty).",
    de="Manche Figuren sehen wie die Löcher aus: Zeigt einmal das leere Brett (Seite oder hopsight calibrate --empty).",
    vi="Vài quân trông giống lỗ: hãy cho tôi xem bàn trống một lần (trang web hoặc hopsight calibrate --empty).",
    zh="有些棋子很像孔：请让我看一次空棋盘（网页或 hopsight calibrate --empty）。",
)
MORE_LIGHT = Message(
    "advice-more-light",
    en="Some pieces look much like the holes: more light, or a closer camera, tells them apart.",
    fr="Des pièces ressemblent aux trous : plus de lumière ou une caméra plus proche les distinguera.",
    de="Manche Figuren sehen wie die Löcher aus: Mehr Licht oder eine nähere Kamera hilft.",
    vi="Vài quân trông giống lỗ: thêm ánh sáng hoặc đặt máy quay gần hơn sẽ phân biệt được.",
    zh="有些棋子很像孔：增加光线或把摄像头靠近会更容易分辨。",
)

OTHER_STAR = Message(
    "advice-other-star",
    en="This star has {seen} holes, and the game is for one with {meant}. Begin a new game for {size} rows a point.",
    fr="Cette étoile a {seen} trous, la partie en veut {meant}. Commencez-en une à {size} rangées par pointe.",
    de="Dieser Stern hat {seen} Löcher, die Partie ist für {meant}. Beginnt eine neue mit {size} Reihen je Zacke.",
    vi="Ngôi sao này có {seen} lỗ, ván này cần {meant}. Hãy bắt đầu ván mới với {size} hàng mỗi cánh.",
    zh="这块星形棋盘有 {seen} 孔，而本局要 {meant} 孔。请以每角 {size} 排重新开局。",
)


def other_star(picture: Picture, board: Board) -> Reason | None:
    """What to say where ``board`` was not found, if another star is certain at a quick look; None if none is."""
    star = star_instead(picture, board)
    return OTHER_STAR(seen=len(star.places), meant=len(board.places), size=size_of(star)) if star else None


def star_instead(picture: Picture, board: Board) -> Board | None:
    """The star that is certain at a quick look where the star ``board`` was not found; None if none is."""
    stars = [*star_boards().values()]
    others = [star for star in stars if star != board] if board in stars else []
    return next((star for star, calibration in at_a_glance(picture, others) if calibration.certain), None)


def advice(reader: Reader, calibration: Calibration, board: Board, empty: EmptyBoard | None = None) -> Reason | None:
    """What to say about a table that ``reader`` has just learnt, where anything would help; ``empty`` was offered."""
    if calibration.pitch < settings.SMALL_PITCH:
        return SMALL()
    shown = in_picture(calibration, board, settings.RIM)
    if not shown.all():
        away = [place.id for place, whole in zip(board.places, shown, strict=True) if not whole]
        return CUT_OFF(places=", ".join(away))
    if reader.alike:
        return SHOW_IT() if empty is None else MORE_LIGHT()
    if empty is not None and not reader.shown and not needs_none(board):
        return LEFT_OUT()
    return None
