"""What players are told at a table without a turn button, where a still, changed, legal table ends the turn.

Sentences that ask for the button say there what helps instead, and that the referee looks again by itself. Whoever
pressed or held something (on the page, say) has something to press, and what answers that stays as it is.
"""

from collections.abc import Mapping

from firmware.states import Press
from firmware.words.sayings import (
    ALREADY_OVER,
    HOLD_OR_MEND,
    LOOK_AGAIN,
    MEANT,
    PAUSED,
    PRESS_TO_END,
    SPREAD_WAY_ON,
    TWO_MOVES,
    UNSURE_WAY_ON,
    UNSURE_WHAT,
    WAY_BACK,
)
from rules.words import Message, Reason

ASKING: Mapping[str, Message] = {
    UNSURE_WAY_ON.id: Message(
        "still-unsure-way-on",
        en="Please uncover {places}; I look again as soon as all lies still.",
        fr="Dégagez {places} ; je regarderai de nouveau dès que plus rien ne bouge.",
        de="Bitte {places} freimachen; ich sehe noch einmal hin, sobald alles still liegt.",
        vi="Xin bỏ vật che {places}; khi mọi thứ nằm yên, tôi sẽ xem lại.",
        zh="请露出 {places}；桌面静下来后我会再看一次。",
    ),
    UNSURE_WHAT.id: Message(
        "still-unsure-what",
        en="I cannot tell what is at {places}; please put it right or uncover it. I look again as soon as all lies "
        "still.",
        fr="Je ne vois pas bien ce qu’il y a en {places} ; rectifiez ou dégagez cet endroit. Je regarderai de nouveau "
        "dès que plus rien ne bouge.",
        de="Ich kann nicht sagen, was auf {places} ist; bitte richtigstellen oder freimachen. Ich sehe noch einmal "
        "hin, sobald alles still liegt.",
        vi="Tôi không rõ ở {places} có gì; xin xếp lại hoặc bỏ vật che. Khi mọi thứ nằm yên, tôi sẽ xem lại.",
        zh="看不清 {places} 处是什么；请摆正或露出来。桌面静下来后我会再看一次。",
    ),
    SPREAD_WAY_ON.id: Message(
        "still-spread-way-on",
        en="Please spread the stones on {places} out in plain sight; I look again as soon as all lies still.",
        fr="Étalez les pierres en {places}, bien visibles ; je regarderai de nouveau dès que plus rien ne bouge.",
        de="Bitte die Steine auf {places} gut sichtbar auseinanderlegen; ich sehe noch einmal hin, sobald alles still "
        "liegt.",
        vi="Xin dàn quân ở {places} ra cho thấy rõ; khi mọi thứ nằm yên, tôi sẽ xem lại.",
        zh="请把 {places} 里的子摊开、露出来；桌面静下来后我会再看一次。",
    ),
    HOLD_OR_MEND.id: Message(
        "still-hold-or-mend",
        en="I still cannot make the stones on {places} add up; please put them right, well apart. I look again as soon "
        "as all lies still.",
        fr="Le compte des pierres en {places} ne tombe toujours pas juste ; corrigez-les, bien écartées. Je regarderai "
        "de nouveau dès que plus rien ne bouge.",
        de="Mit den Steinen auf {places} geht es noch immer nicht auf; bitte richtigstellen, gut auseinander. Ich sehe "
        "noch einmal hin, sobald alles still liegt.",
        vi="Số quân ở {places} vẫn chưa khớp; xin sửa lại và dàn ra. Khi mọi thứ nằm yên, tôi sẽ xem lại.",
        zh="{places} 里的子数仍然对不上；请摆好并摊开。桌面静下来后我会再看一次。",
    ),
    WAY_BACK.id: Message(
        "still-way-back",
        en="Please put right what blinks: {places}. I look again as soon as all lies still.",
        fr="Remettez en place ce qui clignote : {places}. Je regarderai de nouveau dès que plus rien ne bouge.",
        de="Bitte richtigstellen, was blinkt: {places}. Ich sehe noch einmal hin, sobald alles still liegt.",
        vi="Xin xếp lại chỗ nhấp nháy: {places}. Khi mọi thứ nằm yên, tôi sẽ xem lại.",
        zh="请把闪烁处摆正：{places}。桌面静下来后我会再看一次。",
    ),
}
"""What asks people at the table to do something, by the id of what it stands for: its own is that after ``still-``, so
that the page tells what it shows already."""

TELLING: Mapping[str, Message] = {
    TWO_MOVES.id: Message(
        "still-two-moves",
        en="Two moves lie on the table; both count: {moves}.",
        fr="Deux coups sont sur le plateau ; les deux comptent : {moves}.",
        de="Zwei Züge liegen auf dem Tisch; beide zählen: {moves}.",
        vi="Trên bàn có hai nước đi; cả hai đều được tính: {moves}.",
        zh="桌上走了两步；两步都算：{moves}。",
    ),
    MEANT.id: Message(
        "still-meant",
        en="{move} counts as soon as you have put {places} right.",
        fr="{move} comptera dès que vous aurez remis en place {places}.",
        de="{move} zählt, sobald auf {places} alles richtig liegt.",
        vi="{move} sẽ được tính khi {places} được xếp lại.",
        zh="把 {places} 摆正后，{move} 即算数。",
    ),
    PRESS_TO_END.id: Message(
        "still-can-be-played",
        en="That can be played.",
        fr="Ce coup est permis.",
        de="So geht es.",
        vi="Nước này được phép.",
        zh="这步可以走。",
    ),
    PAUSED.id: Message(
        "still-paused",
        en="The game rests.",
        fr="La partie est en pause.",
        de="Das Spiel ruht.",
        vi="Ván cờ tạm nghỉ.",
        zh="对局暂停。",
    ),
    ALREADY_OVER.id: Message(
        "still-already-over",
        en="The game is over; the last move can be taken back.",
        fr="La partie est finie ; le dernier coup peut être repris.",
        de="Das Spiel ist zu Ende; der letzte Zug lässt sich zurücknehmen.",
        vi="Ván cờ đã kết thúc; có thể lấy lại nước cuối.",
        zh="对局已结束；可以收回最后一步。",
    ),
    LOOK_AGAIN.id: Message(
        "still-look-again",
        en="I can see for myself again which move it was.",
        fr="Je peux de nouveau voir moi-même quel coup c’était.",
        de="Ich kann wieder selbst sehen, welcher Zug es war.",
        vi="Tôi lại thấy rõ bàn cờ.",
        zh="又能看清是哪一步了。",
    ),
}
"""What only tells them something, likewise."""


def fitting(reason: Reason, press: Press) -> Reason:
    """The sentence that fits how turns end at this table: ``reason``, or what stands for it where nobody presses."""
    instead = (ASKING.get(reason.id) or TELLING.get(reason.id)) if press == "still" else None
    return Reason(instead.id, reason.args) if instead else reason
