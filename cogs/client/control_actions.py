"""Maps the action name in a custom id to its handler, for all buttons and selects."""

from __future__ import annotations

from collections.abc import Mapping

from cogs.admin import admin
from cogs.help import greeting
from cogs.learn import lesson_panel
from cogs.match import context_menus, film_panel, history_panel, match_list, new, public_buttons, review_panel
from cogs.plan import plan_panel
from cogs.play import confirm, hand_panel, hint_panel, panel
from cogs.privacy import privacy
from cogs.puzzle import puzzle_panel
from cogs.ui.controls import Control

ACTIONS: Mapping[str, Control] = {
    "play": Control(confirm.play),
    "pick": Control(panel.pick, in_place=True, seated=True),
    "back": Control(panel.back, in_place=True, seated=True),
    "restart": Control(panel.restart, in_place=True, seated=True),
    "confirm": Control(confirm.confirm, in_place=True, seated=True),
    "finish": Control(confirm.confirm, in_place=True, seated=True),
    "hint": Control(hint_panel.ask, in_place=True, seated=True),
    "hint-take": Control(hint_panel.take, in_place=True, seated=True),
    "plan": Control(plan_panel.begin, in_place=True),
    "plan-pick": Control(plan_panel.pick, in_place=True),
    "plan-any": Control(plan_panel.anything, in_place=True),
    "plan-more": Control(plan_panel.more, in_place=True),
    "plan-back": Control(plan_panel.back, in_place=True),
    "plan-restart": Control(plan_panel.restart, in_place=True),
    "plan-save": Control(plan_panel.save, in_place=True),
    "learn": Control(lesson_panel.begin),
    "learn-next": Control(lesson_panel.open_next, in_place=True, own=True),
    **lesson_panel.CONTROLS.controls(),
    "puzzle-day": Control(puzzle_panel.solve_day),
    "puzzle-next": Control(puzzle_panel.open_next, in_place=True, own=True),
    "puzzle-solution": Control(puzzle_panel.ask_for_solution, in_place=True, own=True),
    "puzzle-hand": Control(puzzle_panel.show_hand, in_place=True, own=True),
    "puzzle-give-up": Control(puzzle_panel.give_up, in_place=True, own=True),
    **puzzle_panel.CONTROLS.controls(),
    "rule": Control(panel.open_rule, in_place=True),
    "panel": Control(panel.return_to_panel, in_place=True),
    "hand": Control(hand_panel.show_hand, in_place=True),
    "offer": Control(hand_panel.show_offer, in_place=True),
    "side": Control(public_buttons.from_my_side),
    "since": Control(public_buttons.since_my_turn),
    "rules": Control(public_buttons.rules),
    "join": Control(public_buttons.join),
    "cancel": Control(public_buttons.cancel),
    "fill": Control(public_buttons.fill),
    "fill-with": Control(public_buttons.fill_with, in_place=True),
    "accept": Control(public_buttons.accept),
    "decline": Control(public_buttons.decline),
    "takeover": Control(public_buttons.take_over),
    "stay": Control(public_buttons.stay),
    "resign": Control(public_buttons.resign, in_place=True),
    "claim": Control(public_buttons.claim),
    "here": Control(public_buttons.continue_here),
    "film": Control(film_panel.show_battle),
    "history": Control(history_panel.turn_page, in_place=True),
    "list": Control(match_list.turn_page, in_place=True),
    "challenge": Control(context_menus.choose_game, in_place=True),
    "begin": Control(greeting.begin),
    "solo": Control(greeting.solo),
    "library": Control(greeting.library),
    "settings": Control(greeting.settings),
    "review": Control(review_panel.begin),
    "review-page": Control(review_panel.turn_page, in_place=True),
    "rematch": Control(new.rematch),
    "end-match": Control(admin.end_match, in_place=True, admin=True),
    "forget": Control(privacy.forget, in_place=True),
}
