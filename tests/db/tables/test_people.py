from db import Person, Store
from tests.support.db.sample_matches import ANN, BOB, GUILD


async def test_a_stranger_has_chosen_nothing(store: Store) -> None:
    assert await store.person(ANN) == Person(person=ANN, language="", palette="")


async def test_a_choice_leaves_the_others_as_they_are(store: Store) -> None:
    await store.remember(ANN, language="pl")
    assert await store.remember(ANN, palette="dusk") == Person(person=ANN, language="pl", palette="dusk")
    await store.remember(ANN, language="")
    assert await store.person(ANN) == Person(person=ANN, language="", palette="dusk")
    assert await store.person(BOB) == Person(person=BOB)


async def test_a_guild_speaks_the_language_chosen_last(store: Store) -> None:
    assert await store.guild_language(GUILD) == ""
    await store.choose(GUILD, language="pl")
    await store.choose(GUILD, language="en")
    assert await store.guild_language(GUILD) == "en"
    assert await store.guild_language(GUILD + 1) == ""
