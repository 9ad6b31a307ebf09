"""A selection of the bot's tests on PostgreSQL: a match of each game, kills, clocks, outbox, due rows."""

# ruff: noqa: F401

from tests.cogs.client.test_restart import (
    test_a_draft_is_still_there_after_a_restart,
    test_a_kill_after_the_send_finds_the_message_and_does_not_send_it_again,
    test_a_kill_between_commit_and_send_posts_the_board_once_after_the_restart,
    test_a_move_is_counted_once_if_the_bot_is_killed_before_the_answer_to_its_confirmation,
)
from tests.cogs.client.test_trouble import (
    test_messages_in_a_channel_keep_their_order_when_the_first_fails,
    test_two_players_who_move_the_match_at_once_get_one_board,
)
from tests.cogs.games.test_knockdown_match import (
    test_two_people_play_a_match_to_its_end_by_clicking as test_a_match_of_knockdown,
)
from tests.cogs.games.test_monolith_whole_match import (
    test_two_people_type_a_match_to_its_end_while_the_bot_is_restarted as test_a_match_of_monolith_arena,
)
from tests.cogs.games.test_tashkalar_duel import (
    test_two_people_play_a_duel_to_its_end_by_clicking as test_a_match_of_tash_kalar,
)
from tests.cogs.match.test_clock_match import (
    test_a_match_may_end_on_time_without_a_claim,
    test_a_vacation_stops_the_clocks_and_the_board_shows_it,
    test_of_a_claim_and_a_move_at_the_same_instant_one_counts,
    test_the_bots_down_time_costs_no_players_time,
)
from tests.cogs.play.test_a_match_by_clicks import (
    test_two_people_play_a_match_to_its_end_by_clicking as test_a_match_of_leaders,
)
