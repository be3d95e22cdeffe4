"""Why something cannot be done at the simulated table."""

from rules.words import Message, Reason

NOTHING_LIES = Message(
    "table-nothing-lies",
    en="Nothing lies on {place}.",
    fr="Il n’y a rien en {place}.",
    de="Auf {place} liegt nichts.",
    vi="Ở {place} không có gì.",
    zh="{place} 上什么也没有。",
)
TAKEN = Message(
    "table-taken",
    en="{place} is taken; two pieces do not fit there.",
    fr="{place} est occupé ; deux pièces n’y tiennent pas.",
    de="{place} ist besetzt; zwei Figuren passen dort nicht hin.",
    vi="{place} đã có quân; không đặt được hai quân ở đó.",
    zh="{place} 已被占；那里放不下两颗棋子。",
)
NOTHING_BESIDE = Message(
    "table-nothing-beside",
    en="No piece lies beside the holes.",
    fr="Aucune pièce ne traîne à côté des cases.",
    de="Neben den Feldern liegt keine Figur.",
    vi="Không có quân nào nằm ngoài ô.",
    zh="没有棋子散落在孔外。",
)
NO_PLACE = Message(
    "table-no-place",
    en="The board has no place {place}.",
    fr="Le plateau n’a pas de case {place}.",
    de="Das Brett hat kein Feld {place}.",
    vi="Bàn cờ không có ô {place}.",
    zh="棋盘上没有 {place} 这个位置。",
)
HAND_EMPTY = Message(
    "table-hand-empty",
    en="No piece is in the hand.",
    fr="Il n’y a pas de pièce en main.",
    de="In der Hand ist keine Figur.",
    vi="Trên tay không có quân nào.",
    zh="手里没有棋子。",
)
TWO_MANDARINS = Message(
    "table-two-mandarins",
    en="Two mandarins do not fit there.",
    fr="Deux mandarins n’y tiennent pas.",
    de="Zwei Mandarine passen dort nicht hin.",
    vi="Không đặt được hai quan ở đó.",
    zh="那里放不下两个官。",
)
NOTHING_TO_SOW = Message(
    "table-nothing-to-sow",
    en="Nothing is sown on this board; here it is lift and put.",
    fr="On ne sème pas sur ce plateau ; ici, c’est lift et put.",
    de="Auf diesem Brett wird nicht gesät; hier gilt lift und put.",
    vi="Bàn này không rải quân; ở đây dùng lift và put.",
    zh="这个棋盘上不撒子；请用 lift 和 put。",
)


class CannotBeDone(ValueError):
    """Hands cannot do that at the table; ``reason`` says why."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(str(reason))
        self.reason = reason
