"""What the menu tells of its items: to people with a button, and to those with a knob."""

from firmware.states import Item
from rules.words import Message

MENU: dict[Item, Message] = {
    Item.ACCEPT: Message(
        "menu-accept",
        en="Menu: hold to count it as it lies; press for the next item.",
        fr="Menu : maintenir pour compter tel quel ; appuyer pour la suite.",
        de="Menü: halten, dann gilt es, wie es liegt; drücken führt weiter.",
        vi="Trình đơn: giữ nút để tính như đang bày; bấm để sang mục sau.",
        zh="菜单：长按则按现状算；短按看下一项。",
    ),
    Item.TAKE_BACK: Message(
        "menu-take-back",
        en="Menu: hold to take the last move back; press for the next item.",
        fr="Menu : maintenir pour reprendre le dernier coup ; appuyer pour la suite.",
        de="Menü: halten, um den letzten Zug zurückzunehmen; drücken führt weiter.",
        vi="Trình đơn: giữ nút để lấy lại nước vừa đi; bấm để sang mục sau.",
        zh="菜单：长按收回上一步；短按看下一项。",
    ),
    Item.PAUSE: Message(
        "menu-pause",
        en="Menu: hold to rest or to go on; press for the next item.",
        fr="Menu : maintenir pour la pause ou la reprise ; appuyer pour la suite.",
        de="Menü: halten, um zu ruhen oder weiterzuspielen; drücken führt weiter.",
        vi="Trình đơn: giữ nút để tạm nghỉ hoặc chơi tiếp; bấm để sang mục sau.",
        zh="菜单：长按暂停或继续；短按看下一项。",
    ),
    Item.END: Message(
        "menu-end",
        en="Menu: hold to end the game here; press for the next item.",
        fr="Menu : maintenir pour finir la partie ici ; appuyer pour la suite.",
        de="Menü: halten, um das Spiel hier zu beenden; drücken führt weiter.",
        vi="Trình đơn: giữ nút để kết thúc ván cờ tại đây; bấm để sang mục sau.",
        zh="菜单：长按就此结束对局；短按看下一项。",
    ),
    Item.NEW: Message(
        "menu-new",
        en="Menu: hold for a new game; press for the next item.",
        fr="Menu : maintenir pour une nouvelle partie ; appuyer pour la suite.",
        de="Menü: halten für ein neues Spiel; drücken führt weiter.",
        vi="Trình đơn: giữ nút để chơi ván mới; bấm để sang mục sau.",
        zh="菜单：长按开新局；短按看下一项。",
    ),
    Item.OFF: Message(
        "menu-off",
        en="Menu: hold to switch off, the game is kept; press for the next item.",
        fr="Menu : maintenir pour éteindre, la partie est gardée ; appuyer pour la suite.",
        de="Menü: halten zum Ausschalten, das Spiel bleibt erhalten; drücken führt weiter.",
        vi="Trình đơn: giữ nút để tắt máy, ván cờ được giữ lại; bấm để sang mục sau.",
        zh="菜单：长按关机，对局会保留；短按看下一项。",
    ),
    Item.BACK: Message(
        "menu-back",
        en="Menu: hold to go back to the game; press for the next item.",
        fr="Menu : maintenir pour revenir à la partie ; appuyer pour la suite.",
        de="Menü: halten, um zum Spiel zurückzukehren; drücken führt weiter.",
        vi="Trình đơn: giữ nút để trở lại ván cờ; bấm để sang mục sau.",
        zh="菜单：长按返回对局；短按看下一项。",
    ),
}
MENU_ASK = Message(
    "menu-ask",
    en="Menu: hold to say which move it was; press for the next item.",
    fr="Menu : maintenir pour dire quel coup c’était ; appuyer pour la suite.",
    de="Menü: halten, um zu sagen, welcher Zug es war; drücken führt weiter.",
    vi="Trình đơn: giữ nút để nói đó là nước nào; bấm để sang mục sau.",
    zh="菜单：长按指明是哪一步；短按看下一项。",
)
"""Instead of the first item, where it is dark: nobody sees what lies there."""

MENU_SURE = Message(
    "menu-sure",
    en="Really? Hold once more for yes; press for the next item.",
    fr="Vraiment ? Maintenir encore pour oui ; appuyer pour la suite.",
    de="Wirklich? Noch einmal halten heißt ja; drücken führt weiter.",
    vi="Chắc chứ? Giữ lần nữa nếu đúng; bấm để sang mục sau.",
    zh="确定吗？再次长按为是；短按看下一项。",
)

KNOB_MENU: dict[Item, Message] = {
    Item.ACCEPT: Message(
        "knob-accept",
        en="Menu: count it as it lies. Turn for more, press the knob to choose.",
        fr="Menu : compter tel quel. Tourner pour la suite, appuyer sur la molette pour choisir.",
        de="Menü: es gilt, wie es liegt. Drehen führt weiter, Drücken des Drehknopfs wählt.",
        vi="Trình đơn: tính như đang bày. Xoay để xem tiếp, bấm núm để chọn.",
        zh="菜单：按现状算。转动看其他项，按下旋钮选定。",
    ),
    Item.TAKE_BACK: Message(
        "knob-take-back",
        en="Menu: take the last move back. Turn for more, press the knob to choose.",
        fr="Menu : reprendre le dernier coup. Tourner pour la suite, appuyer sur la molette pour choisir.",
        de="Menü: den letzten Zug zurücknehmen. Drehen führt weiter, Drücken des Drehknopfs wählt.",
        vi="Trình đơn: lấy lại nước vừa đi. Xoay để xem tiếp, bấm núm để chọn.",
        zh="菜单：收回上一步。转动看其他项，按下旋钮选定。",
    ),
    Item.PAUSE: Message(
        "knob-pause",
        en="Menu: rest or go on. Turn for more, press the knob to choose.",
        fr="Menu : pause ou reprise. Tourner pour la suite, appuyer sur la molette pour choisir.",
        de="Menü: ruhen oder weiterspielen. Drehen führt weiter, Drücken des Drehknopfs wählt.",
        vi="Trình đơn: tạm nghỉ hoặc chơi tiếp. Xoay để xem tiếp, bấm núm để chọn.",
        zh="菜单：暂停或继续。转动看其他项，按下旋钮选定。",
    ),
    Item.END: Message(
        "knob-end",
        en="Menu: end the game here. Turn for more, press the knob to choose.",
        fr="Menu : finir la partie ici. Tourner pour la suite, appuyer sur la molette pour choisir.",
        de="Menü: das Spiel hier beenden. Drehen führt weiter, Drücken des Drehknopfs wählt.",
        vi="Trình đơn: kết thúc ván cờ tại đây. Xoay để xem tiếp, bấm núm để chọn.",
        zh="菜单：就此结束对局。转动看其他项，按下旋钮选定。",
    ),
    Item.NEW: Message(
        "knob-new",
        en="Menu: a new game. Turn for more, press the knob to choose.",
        fr="Menu : une nouvelle partie. Tourner pour la suite, appuyer sur la molette pour choisir.",
        de="Menü: ein neues Spiel. Drehen führt weiter, Drücken des Drehknopfs wählt.",
        vi="Trình đơn: ván mới. Xoay để xem tiếp, bấm núm để chọn.",
        zh="菜单：开新局。转动看其他项，按下旋钮选定。",
    ),
    Item.OFF: Message(
        "knob-off",
        en="Menu: switch off, the game is kept. Turn for more, press the knob to choose.",
        fr="Menu : éteindre, la partie est gardée. Tourner pour la suite, appuyer sur la molette pour choisir.",
        de="Menü: ausschalten, das Spiel bleibt erhalten. Drehen führt weiter, Drücken des Drehknopfs wählt.",
        vi="Trình đơn: tắt máy, ván cờ được giữ lại. Xoay để xem tiếp, bấm núm để chọn.",
        zh="菜单：关机，对局会保留。转动看其他项，按下旋钮选定。",
    ),
    Item.BACK: Message(
        "knob-back",
        en="Menu: back to the game. Turn for more, press the knob to choose.",
        fr="Menu : retour à la partie. Tourner pour la suite, appuyer sur la molette pour choisir.",
        de="Menü: zurück zum Spiel. Drehen führt weiter, Drücken des Drehknopfs wählt.",
        vi="Trình đơn: trở lại ván cờ. Xoay để xem tiếp, bấm núm để chọn.",
        zh="菜单：返回对局。转动看其他项，按下旋钮选定。",
    ),
}
KNOB_ASK = Message(
    "knob-ask",
    en="Menu: say which move it was. Turn for more, press the knob to choose.",
    fr="Menu : dire quel coup c’était. Tourner pour la suite, appuyer sur la molette pour choisir.",
    de="Menü: sagen, welcher Zug es war. Drehen führt weiter, Drücken des Drehknopfs wählt.",
    vi="Trình đơn: nói đó là nước nào. Xoay để xem tiếp, bấm núm để chọn.",
    zh="菜单：指明是哪一步。转动看其他项，按下旋钮选定。",
)
KNOB_SURE = Message(
    "knob-sure",
    en="Really? Press the knob once more for yes; turn for more.",
    fr="Vraiment ? Appuyer encore sur la molette pour oui ; tourner pour la suite.",
    de="Wirklich? Den Drehknopf noch einmal drücken heißt ja; drehen führt weiter.",
    vi="Chắc chứ? Bấm núm lần nữa nếu đúng; xoay để xem tiếp.",
    zh="确定吗？再按一次旋钮为是；转动看其他项。",
)
