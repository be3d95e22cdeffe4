"""Why no board was found, in the players' words."""

from collections.abc import Iterable
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from rules.words import Message, Reason
from vision.calibration import Calibration
from vision.locate.settings import DARK, DARK_SHARE, GLARING, GLARING_SHARE, LEAST_CONTRAST, LEAST_SIDE

NOTHING: Final = Message(
    "locate.nothing",
    en="I see no pattern of holes like this board’s. Is the whole board in the picture, and lit?",
    fr="Je ne vois aucun motif de trous comme celui de ce plateau. Est-il entier dans l’image, et éclairé ?",
    de="Ich sehe kein Lochmuster wie das dieses Bretts. Ist das ganze Brett im Bild, und beleuchtet?",
    vi="Tôi không thấy lỗ nào xếp như bàn cờ này. Cả bàn cờ có trong hình và đủ sáng không?",
    zh="没有看到像这块棋盘的孔位。整块棋盘都在画面里吗？光线够吗？",
)
BLANK: Final = Message(
    "locate.blank",
    en="The picture is white or all of one colour.",
    fr="L’image est blanche ou d’une seule couleur.",
    de="Das Bild ist weiß oder einfarbig.",
    vi="Hình toàn trắng hoặc chỉ có một màu.",
    zh="画面全白或只有一种颜色。",
)
NO_SQUARES: Final = Message(
    "locate.no_squares",
    en="I see no grid of squares like this board’s. Is the whole board in the picture, and lit?",
    fr="Je ne vois aucune grille de cases comme celle de ce plateau. Est-il entier dans l’image, et éclairé ?",
    de="Ich sehe kein Gitter von Feldern wie das dieses Bretts. Ist das ganze Brett im Bild, und beleuchtet?",
    vi="Tôi không thấy các ô xếp như bàn cờ này. Cả bàn cờ có trong hình và đủ sáng không?",
    zh="没有看到像这块棋盘的方格。整块棋盘都在画面里吗？光线够吗？",
)
NO_PITS: Final = Message(
    "locate.no_pits",
    en="I see no board of two rows of five fields with a half-round at each end. Is it all in the picture, and lit?",
    fr="Je ne vois aucun plateau de deux rangées de cinq cases avec un demi-rond à chaque bout. Est-il entier dans "
    "l’image, et éclairé ?",
    de="Ich sehe kein Brett mit zwei Reihen zu fünf Feldern und Halbrunden an den Enden. Ist es ganz im Bild, und "
    "beleuchtet?",
    vi="Tôi không thấy bàn ô ăn quan: hai hàng năm ô và hai ô quan ở hai đầu. Cả bàn có trong hình và đủ sáng không?",
    zh="没有看到两排各五格、两端各有半圆的棋盘。整块棋盘都在画面里吗？光线够吗？",
)
CUT_OFF: Final = Message(
    "locate.cut_off",
    en="Only about {percent}% of the board is in the picture. Move the camera or the board.",
    fr="Environ {percent} % seulement du plateau est dans l’image. Déplacez la caméra ou le plateau.",
    de="Nur etwa {percent} % des Bretts sind im Bild. Rückt die Kamera oder das Brett zurecht.",
    vi="Chỉ khoảng {percent}% bàn cờ có trong hình. Hãy dịch máy quay hoặc bàn cờ.",
    zh="画面里只有大约 {percent}% 的棋盘。请移动摄像头或棋盘。",
)
UNCLEAR: Final = Message(
    "locate.unclear",
    en="There may be a board, but it is too small, too blurred or too much covered to be sure.",
    fr="Il y a peut-être un plateau, mais trop petit, trop flou ou trop caché pour en être sûr.",
    de="Da ist vielleicht ein Brett, aber zu klein, zu unscharf oder zu sehr verdeckt, um sicher zu sein.",
    vi="Có thể có bàn cờ, nhưng quá nhỏ, quá mờ hoặc bị che nhiều nên không chắc.",
    zh="可能有棋盘，但太小、太模糊或被遮住太多，无法确定。",
)
TOO_BRIGHT: Final = Message(
    "locate.too_bright",
    en="I see no board. The light is too bright for the camera: much of the picture has lost its colours. Dim it.",
    fr="Je ne vois pas de plateau. Trop de lumière pour la caméra : l’image est en partie délavée. Baissez la lumière.",
    de="Ich sehe kein Brett. Das Licht ist der Kamera zu hell: Viel im Bild ist ohne Farbe. Dämpft es.",
    vi="Tôi không thấy bàn cờ. Ánh sáng quá gắt nên phần lớn hình bị cháy sáng. Hãy giảm bớt đèn.",
    zh="没有看到棋盘。光线对摄像头来说太亮，画面大片发白。请调暗灯光。",
)
TOO_DARK: Final = Message(
    "locate.too_dark",
    en="I see no board, for the picture is too dark. Turn on a light.",
    fr="Je ne vois pas de plateau, l’image est trop sombre. Allumez une lampe.",
    de="Ich sehe kein Brett, denn das Bild ist zu dunkel. Macht Licht.",
    vi="Tôi không thấy bàn cờ vì hình quá tối. Hãy bật đèn.",
    zh="画面太暗，没有看到棋盘。请开灯。",
)
RIVALS: Final = Message(
    "locate.rivals",
    en="The board could lie in two ways that look alike. Show it from another side.",
    fr="Deux positions du plateau se ressemblent. Montrez-le d’un autre côté.",
    de="Das Brett könnte auf zwei Arten liegen, die gleich aussehen. Zeigt es von einer anderen Seite.",
    vi="Bàn cờ có thể nằm theo hai cách giống nhau. Hãy chụp từ phía khác.",
    zh="棋盘可能有两种看起来一样的摆法。请换个角度拍摄。",
)
TWO_BOARDS: Final = Message(
    "locate.two_boards",
    en="There are two boards of the same size in the picture. Point at the south point of yours.",
    fr="Il y a deux plateaux de même taille dans l’image. Indiquez la pointe sud du vôtre.",
    de="Im Bild sind zwei gleich große Bretter. Zeigt die Südspitze eures Bretts.",
    vi="Trong hình có hai bàn cờ cỡ bằng nhau. Hãy chỉ ra đỉnh phía nam của bàn bạn đang chơi.",
    zh="画面里有两块一样大的棋盘。请指出你们那块的南端。",
)
LOST: Final = Message(
    "locate.lost",
    en="The board is no longer where it was.",
    fr="Le plateau n’est plus où il était.",
    de="Das Brett ist nicht mehr, wo es war.",
    vi="Bàn cờ không còn ở chỗ cũ.",
    zh="棋盘已经不在原来的位置。",
)
TINY: Final = Message(
    "locate.tiny",
    en="The picture is only {width} × {height} pixels large, too small to show a board.",
    fr="L’image ne fait que {width} × {height} pixels, trop peu pour montrer un plateau.",
    de="Das Bild ist nur {width} × {height} Pixel groß, zu klein für ein Brett.",
    vi="Hình chỉ có {width} × {height} điểm ảnh, quá nhỏ để thấy bàn cờ.",
    zh="画面只有 {width} × {height} 像素，太小，看不出棋盘。",
)
TOO_FEW: Final = Message(
    "locate.too_few",
    en="Two or more points of the board are needed.",
    fr="Il faut au moins deux points du plateau.",
    de="Mindestens zwei Punkte des Bretts sind nötig.",
    vi="Cần ít nhất hai điểm của bàn cờ.",
    zh="至少需要棋盘上的两个点。",
)
NO_SUCH_POINT: Final = Message(
    "locate.no_such_point",
    en="This board has no point {point}.",
    fr="Ce plateau n’a pas de point {point}.",
    de="Dieses Brett hat keinen Punkt {point}.",
    vi="Bàn cờ này không có điểm {point}.",
    zh="这块棋盘没有 {point} 这个点。",
)
BAD_POINTS: Final = Message(
    "locate.bad_points",
    en="These points do not fit the board: two coincide, they lie on one line, or their order is turned round.",
    fr="Ces points ne vont pas avec le plateau : deux coïncident, ils sont alignés, ou leur ordre est inversé.",
    de="Diese Punkte passen nicht zum Brett: zwei fallen zusammen, alle liegen auf einer Linie oder falsch herum.",
    vi="Các điểm này không khớp với bàn cờ: có điểm trùng nhau, thẳng hàng hoặc sai thứ tự.",
    zh="这些点与棋盘不符：有点重合、在一条直线上，或者顺序反了。",
)

OUTSIDE: Final = Message(
    "locate.outside",
    en="The point {point} lies outside the picture, which is {width} × {height} pixels large.",
    fr="Le point {point} est hors de l’image, qui fait {width} × {height} pixels.",
    de="Der Punkt {point} liegt außerhalb des Bildes, das {width} × {height} Pixel groß ist.",
    vi="Điểm {point} nằm ngoài hình; hình rộng {width} × {height} điểm ảnh.",
    zh="点 {point} 在画面之外；画面为 {width} × {height} 像素。",
)
TOO_SMALL: Final = Message(
    "locate.too_small",
    en="By these points neighbouring places would be {pixels} pixels apart, too few to read. Is each at its corner?",
    fr="D’après ces points, deux cases voisines seraient à {pixels} pixels : illisible. Chacun est-il à son coin ?",
    de="Nach diesen Punkten lägen Nachbarfelder {pixels} Pixel auseinander, zu wenig zum Lesen. Sitzt jeder richtig?",
    vi="Theo các điểm này, hai ô cạnh nhau chỉ cách {pixels} điểm ảnh, quá ít để đọc. Các điểm đã đúng góc chưa?",
    zh="按这些点，相邻两格只隔 {pixels} 个像素，无法读取。每个点都在对应的角上吗？",
)


class BoardNotFound(ValueError):
    """No board where one was looked for; ``reason`` says what was seen instead.

    ``likely``: where it may lie all the same, the likeliest first, for who knows what should lie on it; to be gone
    through once, for each takes a while to tell.
    """

    def __init__(self, reason: Reason, likely: Iterable[Calibration] = ()) -> None:
        super().__init__(str(reason))
        self.reason, self.likely = reason, likely


def refuse_blank(picture: NDArray[np.uint8]) -> None:
    """Raise BoardNotFound for a picture that is too small, or too much of one colour, to show any board."""
    height, width = picture.shape[:2]
    if min(width, height) < LEAST_SIDE:
        raise BoardNotFound(TINY(width=width, height=height))
    if np.ptp(picture) < LEAST_CONTRAST:
        raise BoardNotFound(TOO_DARK() if picture.max() < DARK else BLANK())


def in_this_light(picture: NDArray[np.uint8], error: BoardNotFound) -> BoardNotFound:
    """``error``; where hardly anything of the board was seen in ``picture`` (H × W × 3), the light that is to blame."""
    if error.reason.id not in {NOTHING.id, UNCLEAR.id, NO_SQUARES.id, NO_PITS.id}:
        return error
    blue, green, red = cv2.split(picture)
    brightest = cv2.max(cv2.max(blue, green), red)  # along so short an axis NumPy takes ten times as long
    if (brightest >= GLARING).mean() >= GLARING_SHARE:
        return BoardNotFound(TOO_BRIGHT(), error.likely)
    if (brightest < DARK).mean() >= DARK_SHARE:
        return BoardNotFound(TOO_DARK(), error.likely)
    return error
