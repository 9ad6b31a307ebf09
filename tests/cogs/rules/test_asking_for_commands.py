"""Questions about what a command does find the command, in both languages."""

from __future__ import annotations

from itertools import product

from engine.core.text import Text, say
from engine.registry import GAMES
from locales import LANGUAGES, catalogue
from search.books import section
from search.rules_search import library
from tests.support.cogs.every import commands
from tests.support.each import each
from tests.support.world import World

ASKED: dict[str, tuple[str, str]] = {
    "admin ban": ("how do I forbid somebody to play on my server", "jak zabronić komuś grania na moim serwerze"),
    "admin bans": ("list of people banned from playing", "lista osób zablokowanych na serwerze"),
    "admin channels add": ("allow matches only in one channel", "pozwolić na partie tylko na jednym kanale"),
    "admin channels all": ("let people open matches in every channel", "partie na wszystkich kanałach serwera"),
    "admin channels remove": (
        "take a channel off the list of allowed channels",
        "skreślić kanał z dozwolonych kanałów",
    ),
    "admin defaults": ("set the usual clock for the whole server", "ustawić zwykły zegar dla całego serwera"),
    "admin end": ("a moderator wants to end a match of two others", "moderator chce zakończyć cudzą partię"),
    "admin lobby": ("each match should get its own forum post", "każda partia ma mieć swój post na forum"),
    "admin puzzle": ("post the puzzle of the day in our channel", "codziennie ogłaszać łamigłówkę na kanale"),
    "admin repair": (
        "the match is broken, can a moderator repair it",
        "partia zepsuta, czy moderator może ją naprawić",
    ),
    "admin substitute": (
        "as admin, replace a player who is absent",
        "jako administrator zastąpić nieobecnego gracza",
    ),
    "admin unban": ("unban a player", "odblokować gracza na serwerze"),
    "board": ("show me the board again", "pokaż mi jeszcze raz planszę"),
    "card": ("see the text of a card", "zobaczyć tekst karty"),
    "help": ("I need help with this bot", "potrzebuję pomocy z tym botem"),
    "ladder": ("where is the leaderboard", "gdzie jest tabela najlepszych graczy"),
    "learn": ("teach me how to play step by step", "naucz mnie grać krok po kroku"),
    "match cancel": ("call off a match we just opened", "odwołać partię, którą dopiero otwarto"),
    "match claim": ("my opponent ran out of time, how do I get the win", "przeciwnikowi skończył się czas, jak wygrać"),
    "match draw": ("propose a draw to my opponent", "zaproponować przeciwnikowi remis"),
    "match export": ("save the match to a file", "zapisać partię do pliku"),
    "match film": ("make a gif of the whole match", "zrobić gif z całej partii"),
    "match history": ("step through all earlier moves", "przejrzeć wszystkie poprzednie ruchy"),
    "match import": ("load a match from a JSON file", "wczytać partię z pliku JSON"),
    "match join": ("join a match that somebody opened", "dołączyć do otwartej partii"),
    "match list": ("list of all my matches on all servers", "ile partii naraz mogę grać i gdzie je widzę"),
    "match new": ("open a new match with a friend", "otworzyć nową partię ze znajomym"),
    "match pause": ("pause our match for a while", "zrobić pauzę w naszej partii"),
    "match rematch": ("play again with the same people", "zagrać jeszcze raz w tym samym składzie"),
    "match resign": ("give up and leave the match", "poddać się i wyjść z partii"),
    "match resume": ("continue a paused match", "wznowić partię po pauzie"),
    "match review": ("analyze my finished match", "przeanalizować zakończoną partię"),
    "match show": ("look at a match by its number", "obejrzeć partię o podanym numerze"),
    "match substitute": ("someone else should play on for me", "niech ktoś inny gra dalej za mnie"),
    "match undo": ("I confirmed the wrong move, take it back", "potwierdziłem zły ruch, chcę go cofnąć"),
    "me back": ("end my vacation early", "zakończyć urlop wcześniej"),
    "me language": ("make the bot speak Polish to me", "chcę, żeby bot mówił po angielsku"),
    "me notices": ("get pinged in a private message instead", "powiadomienia w wiadomości prywatnej"),
    "me palette": ("colors for color-blind people", "kolory dla daltonistów"),
    "me quiet": ("no pings at night please", "bez pingów w nocy"),
    "me remind": ("remind me before my time runs out", "przypomnij mi, zanim skończy się czas"),
    "me show": ("show all my settings", "pokaż wszystkie moje ustawienia"),
    "me stats": ("my wins and losses", "ile mam wygranych i przegranych"),
    "me vacation": ("I go on holiday for two weeks", "wyjeżdżam na dwa tygodnie wakacji"),
    "plan add": ("prepare my answer before they move", "przygotować odpowiedź, zanim zagrają"),
    "plan always": (
        "always answer the same question automatically",
        "zawsze odpowiadać automatycznie na to samo pytanie",
    ),
    "plan clear": ("delete all my plans in this match", "usunąć wszystkie moje plany w partii"),
    "plan list": ("what have I planned so far", "co mam zaplanowane, moje plany"),
    "plan remove": ("remove one of my conditional moves", "usunąć jeden ruch warunkowy"),
    "play": ("how do I make my move here", "jak wykonać tu ruch"),
    "privacy delete": ("erase everything you know about me", "skasuj wszystkie moje dane"),
    "privacy export": ("give me a copy of my data", "daj mi kopię moich danych"),
    "puzzle next": ("give me another puzzle to solve", "daj mi kolejną łamigłówkę do rozwiązania"),
    "puzzle show": ("open the puzzle with a certain number", "otworzyć łamigłówkę o numerze"),
    "puzzle today": ("is there a puzzle of the day", "czy jest łamigłówka dnia"),
    "rules": ("how do I look up a rule", "gdzie znajdę zasadę"),
}
"""For each command, a question in English and in Polish by somebody who does not know its name."""


def test_every_command_has_a_question_that_finds_it(world: World) -> None:
    assert set(ASKED) == {one.qualified_name for one in commands(world)}


def named(command: str, language: str) -> str:
    """The command's name as shown in that language."""
    return "/" + " ".join(say(Text(word), catalogue(language)) for word in command.split())


@each(("command", "language"), [*product(ASKED, LANGUAGES)])
def test_a_command_is_found_by_its_purpose(command: str, language: str) -> None:
    """The first answer names the command."""
    question = dict(zip(("en", "pl"), ASKED[command], strict=True))[language]
    first = library().ask(question).hits[0]
    found = section(first.id, language)
    assert found is not None and f"`{named(command, language)}" in found.body, (question, first.id)


ABOUT_COMPUTERS = {
    "can I play against the computer?": "bot.computer",
    "is there a computer opponent": "bot.computer",
    "czy mogę zagrać z komputerem?": "bot.computer",
    "jak silny jest komputer": "bot.levels",
    "which levels does the computer have": "bot.levels",
    "give me a hint for my move": "bot.hints",
    "czy bot podpowie mi ruch": "bot.hints",
}


@each(("question", "here"), [*product(ABOUT_COMPUTERS, ["", *GAMES])])
def test_computers_and_hints_are_answered_everywhere(question: str, here: str) -> None:
    assert library().ask(question, here=here).hits[0].id == ABOUT_COMPUTERS[question]
