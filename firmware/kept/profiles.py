"""House rules remembered by name: one small readable file a family, in TOML, one table a game.

People write in these files. What was in force last is kept beside the games, so that a slip of the keyboard is told and
the table plays on as it did before.
"""

import json
import os
import re
import sys
import tomllib
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from firmware.kept.records import state_folder
from firmware.kept.whole import read_toml, why, write_whole
from rules import catalogue
from rules.game import GivenError
from rules.words import Language, Message

BAD_NAME = Message(
    "profile-bad-name",
    en="A profile is called by letters, digits, - and _; {name} has something else.",
    fr="Un profil se nomme avec des lettres, des chiffres, - et _ ; {name} contient autre chose.",
    de="Ein Profilname besteht aus Buchstaben, Ziffern, - und _; {name} enthält anderes.",
    vi="Tên hồ sơ chỉ gồm chữ, số, - và _; {name} có ký tự khác.",
    zh="档案名只能用字母、数字、- 和 _；{name} 里有别的字符。",
)
BAD_FILE = Message(
    "profile-bad-file",
    en="The profile {path} cannot be read: {why}. Mend that line, or delete the file.",
    fr="Le profil {path} est illisible : {why}. Corrigez cette ligne ou supprimez le fichier.",
    de="Das Profil {path} ist nicht lesbar: {why}. Bitte die Zeile berichtigen oder die Datei löschen.",
    vi="Không đọc được hồ sơ {path}: {why}. Hãy sửa dòng đó hoặc xóa tệp.",
    zh="无法读取档案 {path}：{why}。请改正该行或删除文件。",
)
AS_BEFORE = Message(
    "console-profile-as-before",
    en="Until then the house rules are those of the last time.",
    fr="En attendant, les règles sont celles de la dernière fois.",
    de="Bis dahin gelten die Hausregeln vom letzten Mal.",
    vi="Cho đến lúc đó, luật nhà vẫn như lần trước.",
    zh="在此之前，沿用上一次的规则。",
)
IN_FORCE = Message(
    "console-profile-in-force",
    en="House rules of {name} for {game}: {rules}.",
    fr="Règles maison de {name} pour {game} : {rules}.",
    de="Hausregeln von {name} für {game}: {rules}.",
    vi="Luật nhà của {name} cho {game}: {rules}.",
    zh="{name} 的 {game} 自定规则：{rules}。",
)
NOTHING_KEPT = Message(
    "console-profile-nothing-kept",
    en="Profile {name} holds no house rules for {game} yet: the usual ones hold.",
    fr="Le profil {name} n’a pas encore de règles maison pour {game} : les règles habituelles valent.",
    de="Das Profil {name} hat noch keine Hausregeln für {game}: Es gelten die üblichen.",
    vi="Hồ sơ {name} chưa có luật nhà cho {game}: dùng luật thường.",
    zh="档案 {name} 还没有 {game} 的自定规则：按通常的规则。",
)
OTHERS = Message(
    "console-profile-others",
    en=" Profiles there are: {known}.",
    fr=" Profils existants : {known}.",
    de=" Vorhandene Profile: {known}.",
    vi=" Các hồ sơ đang có: {known}.",
    zh="现有档案：{known}。",
)
KEPT_IN = Message(
    "console-profile-kept-in",
    en="These stand in {path}: give another value with --option, or delete the line there.",
    fr="Elles sont dans {path} : donnez une autre valeur avec --option, ou supprimez-y la ligne.",
    de="Sie stehen in {path}: mit --option einen anderen Wert angeben oder dort die Zeile löschen.",
    vi="Các luật này nằm trong {path}: cho giá trị khác bằng --option, hoặc xóa dòng ở đó.",
    zh="这些规则写在 {path} 中：用 --option 另给一个值，或删去那一行。",
)
CANNOT_KEEP = Message(
    "profile-cannot-keep",
    en="The profile {path} cannot be kept: {why}.",
    fr="Le profil {path} ne peut pas être enregistré : {why}.",
    de="Das Profil {path} kann nicht gespeichert werden: {why}.",
    vi="Không lưu được hồ sơ {path}: {why}.",
    zh="无法保存档案 {path}：{why}。",
)


HEAD = "# House rules of this family: change them here, or with --option on the command line."

NAME = re.compile(r"[\w-]+")


class ProfileError(GivenError):
    """A profile that cannot be used."""


def folder(environment: Mapping[str, str] = os.environ) -> Path:
    """Where profiles live: systemd's ``$CONFIGURATION_DIRECTORY``, else the user's own settings."""
    given = environment.get("CONFIGURATION_DIRECTORY", "").split(":")[0]
    if given:
        return Path(given) / "profiles"
    home = environment.get("XDG_CONFIG_HOME") or Path(environment.get("HOME") or Path.home(), ".config")
    return Path(home) / "hopsight" / "profiles"


def check_name(name: str) -> None:
    """Raise `ProfileError` for a name that no profile can have."""
    if not NAME.fullmatch(name):
        raise ProfileError(BAD_NAME(name=name))


def used(name: str, game: str, options: Mapping[str, Any]) -> dict[str, Any]:
    """The house rules of profile ``name`` for ``game``, with ``options`` in their place and kept for the next time.

    A file that cannot be used is told on standard error, and what was last in force holds. So is one that cannot be
    written; the rules hold this time.
    Raises `ProfileError` where there is no such thing, and `BadOption` for ``options`` that the game does not know.
    """
    check_name(name)
    path, copy = (where / f"{name}.toml" for where in (folder(), state_folder() / "profiles"))
    try:
        kept = checked(path)
    except GivenError as error:
        try:
            rules = {**checked(copy)[game], **options}
        except (GivenError, KeyError):
            raise error from None
        print(f"{error} {AS_BEFORE().text()}", file=sys.stderr)
        catalogue.game(game, **rules)
        return rules
    rules = _said({**kept.get(game, {}), **options})
    try:
        catalogue.game(game, **rules)  # refuses what the game does not know, before it is kept
    except GivenError:
        if kept.get(game):  # what was asked for may go badly with a rule that nobody has named this time
            print(in_force(name, game, kept[game]), file=sys.stderr)
            print(KEPT_IN(path=path), file=sys.stderr)
        raise
    if rules != kept.get(game, {}):
        kept[game] = rules
        try:
            _write(path, kept)
        except ProfileError as error:
            print(error, file=sys.stderr)
    if kept and _differ(kept, copy):
        with suppress(ProfileError):  # the copy is a net under the rope, no more
            _write(copy, kept, f"# What was in force last. Change it in {path}: this copy is written anew each time.")
    return rules


def in_force(name: str, game: str, rules: Mapping[str, Any], language: Language = "en") -> str:
    """The house rules that a profile brings, for people to see; those that it does not name are the usual ones.

    One that brings none may be mistyped: then those that there are are named.
    """
    if not rules:
        known = ", ".join(kept())
        nothing = NOTHING_KEPT(name=name, game=game).text(language)
        return nothing + OTHERS(known=known).text(language) if known else nothing
    told = " ".join(f"{option}={catalogue.as_typed(value)}" for option, value in rules.items())
    return IN_FORCE(name=name, game=game, rules=told).text(language)


def kept() -> dict[str, dict[str, Any]]:
    """Every profile that can be used: its name → its house rules by game."""
    found = {}
    for path in sorted(folder().glob("*.toml")):
        with suppress(GivenError):
            found[path.stem] = checked(path)
    return found


def keep(name: str, game: str, options: Mapping[str, Any]) -> dict[str, Any]:
    """Keep ``options`` as the house rules of profile ``name`` for ``game``; all that the profile holds then.

    Raises `ProfileError`, and `BadOption` for what the game does not know.
    """
    check_name(name)
    catalogue.game(game, **options)
    path = folder() / f"{name}.toml"
    rules = {**checked(path), game: _said(options)}
    _write(path, rules)
    return rules


def checked(path: Path) -> dict[str, Any]:
    """The house rules in a file, by game, each known to its game. Raises `GivenError`."""
    kept = _read(path)
    for game, rules in kept.items():
        if not isinstance(rules, dict):
            raise ProfileError(BAD_FILE(path=path, why=f"{game} stands outside of a game's table, such as [star]"))
        try:
            catalogue.game(game, **rules)
        except (GivenError, TypeError) as error:
            raise ProfileError(BAD_FILE(path=path, why=f"[{game}] {why(error)}")) from error
    return kept


def _differ(kept: Mapping[str, Any], copy: Path) -> bool:
    try:
        return _read(copy) != kept
    except ProfileError:
        return True


def _read(path: Path) -> dict[str, Any]:
    try:
        return read_toml(path)
    except FileNotFoundError:
        return {}
    except (OSError, ValueError) as error:
        raise ProfileError(BAD_FILE(path=path, why=why(error))) from error


def _said(options: Mapping[str, Any]) -> dict[str, Any]:
    """The rules that say something: None is as good as none at all, and no value of TOML."""
    return {option: value for option, value in options.items() if value is not None}


def _write(path: Path, kept: Mapping[str, Mapping[str, Any]], head: str = HEAD) -> None:
    """Write the whole file anew. Raises `ProfileError`; what could not be read again is never written."""
    lines = [head]
    for game, rules in sorted(kept.items()):
        lines += ["", f"[{game}]", *(f"{option} = {_as_toml(value)}" for option, value in rules.items())]
    text = "\n".join(lines) + "\n"
    try:
        if tomllib.loads(text) != kept:
            raise ValueError(text)
        write_whole(path, text.encode())
    except (OSError, ValueError) as error:
        raise ProfileError(CANNOT_KEEP(path=path, why=why(error))) from error


def _as_toml(value: Any) -> str:
    """The value of a house rule: numbers, words, true and false are written alike in JSON and TOML."""
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{json.dumps(key)} = {_as_toml(of)}" for key, of in value.items()) + " }"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(_as_toml, value)) + "]"
    return json.dumps(value, ensure_ascii=False)
