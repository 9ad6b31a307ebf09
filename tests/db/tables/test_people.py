from db import Person, Store
from tests.support.db.sample_matches import ANN, BOB, GUILD


async def test_an_unknown_person_has_default_settings(store: Store) -> None:
    assert await store.people.get(ANN) == Person(person=ANN, language="", palette="")


async def test_changing_one_setting_keeps_the_others(store: Store) -> None:
    await store.people.update(ANN, language="pl")
    assert await store.people.update(ANN, palette="dusk") == Person(person=ANN, language="pl", palette="dusk")
    await store.people.update(ANN, language="")
    assert await store.people.get(ANN) == Person(person=ANN, language="", palette="dusk")
    assert await store.people.get(BOB) == Person(person=BOB)


async def test_a_servers_language_is_the_one_chosen_last(store: Store) -> None:
    assert await store.guilds.language(GUILD) == ""
    await store.guilds.update(GUILD, language="pl")
    await store.guilds.update(GUILD, language="en")
    assert await store.guilds.language(GUILD) == "en"
    assert await store.guilds.language(GUILD + 1) == ""
