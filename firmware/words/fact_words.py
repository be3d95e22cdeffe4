"""What the facts of a written position are called where people read them, in every language."""

from rules.words import Message

FACTS: tuple[tuple[str, str, str, str, str, str], ...] = (
    ("to_move", "to move", "à jouer", "am Zug", "đến lượt", "轮到"),
    ("places", "places", "places", "Plätze", "hạng", "名次"),
    ("pieces", "pieces", "pièces", "Figuren", "quân", "棋子"),
    ("fields", "fields", "cases", "Felder", "ô dân", "小格"),
    ("squares", "squares", "cases des mandarins", "Mandarinfelder", "ô quan", "官格"),
    ("mandarin", "mandarin", "mandarin", "Mandarin", "quan", "官"),
    ("mandarins", "mandarins", "mandarins", "Mandarine", "quan", "官"),
    ("citizens", "citizens", "citoyens", "Bürger", "dân", "民"),
    ("won", "won", "gagné", "gewonnen", "đã ăn", "赢得"),
    ("owed", "owed", "dû", "geborgt", "còn nợ", "欠"),
    ("layout", "layout", "cartes visibles", "Auslage", "bài ngửa", "桌面"),
    ("hands", "hands", "mains", "Handkarten", "bài trên tay", "手牌"),
    ("stock", "stock", "talon", "Stapel", "nọc", "牌堆"),
    ("phase", "phase", "moment", "Abschnitt", "phần của lượt", "阶段"),
    ("play", "play", "jouer une carte", "ausspielen", "đánh bài", "出牌"),
    ("turn_up", "turn up", "retourner une carte", "aufdecken", "lật bài", "翻牌"),
    ("dealer", "dealer", "donneur", "Geber", "người chia", "庄家"),
    ("triples", "triples", "brelans", "Drillinge", "bộ ba", "三张同点"),
    ("red_fives", "red fives", "cinq rouges", "rote Fünfen", "hai lá năm đỏ", "红五"),
    ("lying", "lying", "à battre", "zu schlagen", "cần chặn", "待压"),
    ("by", "by", "de", "von", "của", "出牌者"),
    ("cards", "cards", "cartes", "Karten", "bài", "牌"),
    ("passes", "passes", "passes", "gepasst", "bỏ lượt", "过牌数"),
    ("discards", "discards", "cartes jouées", "abgelegt", "đã đánh", "已出"),
    ("scores", "scores", "totaux", "Punkte", "điểm", "总分"),
)
"""A fact's key, or one of its few words, and what it is called."""

NAMED = {key: Message(f"fact-{key}", *wordings) for key, *wordings in FACTS}
