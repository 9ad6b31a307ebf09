"""What each button and select does, by the name in its custom id."""

from __future__ import annotations

from collections.abc import Mapping

from cogs import admin, greeting, menus, privacy
from cogs.matches import listing, opening
from cogs.ui import confirming, film, hand, hints, history, lesson_panel, panel, plan_panel, public_actions, review
from cogs.ui.controls import Control

ACTIONS: Mapping[str, Control] = {
    "play": Control(confirming.play),
    "pick": Control(panel.pick, in_place=True, seated=True),
    "back": Control(panel.back, in_place=True, seated=True),
    "restart": Control(panel.restart, in_place=True, seated=True),
    "confirm": Control(confirming.confirm, in_place=True, seated=True),
    "finish": Control(confirming.confirm, in_place=True, seated=True),
    "hint": Control(hints.ask, in_place=True, seated=True),
    "hint-take": Control(hints.take, in_place=True, seated=True),
    "plan": Control(plan_panel.begin, in_place=True),
    "plan-pick": Control(plan_panel.pick, in_place=True),
    "plan-any": Control(plan_panel.anything, in_place=True),
    "plan-more": Control(plan_panel.more, in_place=True),
    "plan-back": Control(plan_panel.back, in_place=True),
    "plan-restart": Control(plan_panel.restart, in_place=True),
    "plan-save": Control(plan_panel.save, in_place=True),
    "learn": Control(lesson_panel.begin),
    "learn-pick": Control(lesson_panel.pick, in_place=True, own=True),
    "learn-back": Control(lesson_panel.back, in_place=True, own=True),
    "learn-restart": Control(lesson_panel.restart, in_place=True, own=True),
    "learn-next": Control(lesson_panel.go_on, in_place=True, own=True),
    "learn-rule": Control(lesson_panel.open_rule, in_place=True, own=True),
    "learn-panel": Control(lesson_panel.return_to_lesson, in_place=True, own=True),
    "rule": Control(panel.open_rule, in_place=True),
    "panel": Control(panel.return_to_panel, in_place=True),
    "hand": Control(hand.show_hand, in_place=True),
    "side": Control(public_actions.from_my_side),
    "since": Control(public_actions.since_my_turn),
    "rules": Control(public_actions.rules),
    "join": Control(public_actions.join),
    "cancel": Control(public_actions.cancel),
    "fill": Control(public_actions.fill),
    "fill-with": Control(public_actions.fill_with, in_place=True),
    "accept": Control(public_actions.accept),
    "decline": Control(public_actions.decline),
    "takeover": Control(public_actions.take_over),
    "stay": Control(public_actions.stay),
    "resign": Control(public_actions.resign),
    "claim": Control(public_actions.claim),
    "here": Control(public_actions.continue_here),
    "film": Control(film.show_battle),
    "history": Control(history.turn_page, in_place=True),
    "list": Control(listing.turn_page, in_place=True),
    "challenge": Control(menus.choose_game, in_place=True),
    "begin": Control(greeting.begin),
    "solo": Control(greeting.solo),
    "library": Control(greeting.library),
    "settings": Control(greeting.settings),
    "review": Control(review.begin),
    "rematch": Control(opening.rematch),
    "end-match": Control(admin.end_match, admin=True),
    "forget": Control(privacy.forget),
}
