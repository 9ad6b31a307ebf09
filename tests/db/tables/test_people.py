from db import Person, Store
from tests.support.db.sample_matches import ANN, BOB, GUILD


async def test_a_stranger_has_chosen_nothing(store: Store) -> None:
    assert await store.people.get(ANN) == Person(person=ANN, language="", palette="")


async def test_a_choice_leaves_the_others_as_they_are(store: Store) -> None:
    await store.people.update(ANN, language="pl")
    assert await store.people.update(ANN, palette="dusk") == Person(person=ANN, language="pl", palette="dusk")
    await store.people.update(ANN, language="")
    assert await store.people.get(ANN) == Person(person=ANN, language="", palette="dusk")
    assert await store.people.get(BOB) == Person(person=BOB)


async def test_a_guild_speaks_the_language_chosen_last(store: Store) -> None:
    assert await store.guilds.language(GUILD) == ""
    await store.guilds.update(GUILD, language="pl")
    await store.guilds.update(GUILD, language="en")
    assert await store.guilds.language(GUILD) == "en"
    assert await store.guilds.language(GUILD + 1) == ""
