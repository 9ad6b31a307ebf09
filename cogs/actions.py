"""What each button does, by the name in its custom id."""

from __future__ import annotations

from collections.abc import Mapping

from cogs import admin, privacy
from cogs.matches import listing, opening
from cogs.ui import film, hand, history, panel, plan_panel, public_actions
from cogs.ui.controls import Action

ACTIONS: Mapping[str, Action] = {
    "play": panel.play,
    "pick": panel.pick,
    "back": panel.back,
    "restart": panel.restart,
    "confirm": panel.confirm,
    "finish": panel.confirm,
    "plan": plan_panel.begin,
    "plan-pick": plan_panel.pick,
    "plan-any": plan_panel.anything,
    "plan-more": plan_panel.more,
    "plan-back": plan_panel.back,
    "plan-restart": plan_panel.restart,
    "plan-save": plan_panel.save,
    "rule": panel.open_rule,
    "panel": panel.return_to_panel,
    "hand": hand.show_hand,
    "side": public_actions.from_my_side,
    "since": public_actions.since_my_turn,
    "rules": public_actions.rules,
    "join": public_actions.join,
    "cancel": public_actions.cancel,
    "accept": public_actions.accept,
    "decline": public_actions.decline,
    "takeover": public_actions.take_over,
    "stay": public_actions.stay,
    "resign": public_actions.resign,
    "claim": public_actions.claim,
    "here": public_actions.continue_here,
    "film": film.show_battle,
    "history": history.turn_page,
    "list": listing.turn_page,
    "rematch": opening.rematch,
    "end-match": admin.end_match,
    "forget": privacy.forget,
}
