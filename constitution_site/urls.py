"""Every address of the site in one place."""

from django.contrib import admin
from django.urls import include, path
from django.views.generic import TemplateView
from django.views.i18n import set_language

from constitution_site import account_views, views
from constitution_site.catalogue import catalogue
from games.deals import views as deals_views
from games.deals.admin import staff_page
from games.play import api as play_api
from games.play import views as play_views
from leaderboard import api as leaderboard_api
from leaderboard import group_views, player_views, poster_views
from leaderboard import views as leaderboard_views
from leaderboard.export import results_csv

handler404 = views.page_not_found
handler403 = views.permission_denied
handler500 = views.server_error
handler429 = "constitution_site.views.too_many_requests"  # allauth's

urlpatterns = [
    path("", leaderboard_views.landing, name="landing"),
    path("play/<str:attempt_id>/", play_views.table, name="play"),
    path("learn/", play_views.learn, name="learn"),
    path("learn/cadogan/", play_views.learn, {"variant": "cadogan"}, name="learn_cadogan"),
    path("practice/", play_views.practice, name="practice"),
    path("replay/", play_views.replay, name="replay"),
    path("d/<slug:slug>/", leaderboard_views.day, name="day"),
    path("boards/", leaderboard_views.boards, name="boards"),
    path("boards/<slug:slug>/", leaderboard_views.board, name="board"),
    path("boards/<slug:slug>/poster.png", poster_views.board_poster, name="board_poster"),
    path("boards/<slug:slug>/line/", play_views.line, name="line"),
    path("honours/", leaderboard_views.honours, name="honours"),
    path("groups/", group_views.group_list, name="groups"),
    path("groups/<int:group_id>/", group_views.group, name="group"),
    path("groups/join/<str:token>/", group_views.join, name="join"),
    path("commitments/", deals_views.commitments, name="commitments"),
    path("verify/", deals_views.verify, name="verify"),
    path("games/<str:attempt_id>/", leaderboard_views.game, name="game"),
    path("players/<str:name>/", player_views.player, name="player"),
    path("you/", player_views.you, name="you"),
    path("you/data/", account_views.your_data, name="your_data"),
    path("you/data/export/", account_views.export, name="export_data"),
    path("you/privacy/", player_views.privacy, name="privacy"),
    path("archive/", player_views.archive, name="archive"),
    path("games/<str:attempt_id>/poster.png", poster_views.game_poster, name="game_poster"),
    path("rules/", TemplateView.as_view(template_name="rules.html"), name="rules"),
    path("about/", TemplateView.as_view(template_name="about.html"), name="about"),
    path("account/", account_views.account, name="account"),
    path("account/confirm-email/", account_views.confirm_address),
    path("account/", include("allauth.urls")),
    path("language/", set_language, name="set_language"),
    path("api/v1/deals/today", leaderboard_api.get_today),
    path("api/v1/deals/<slug:slug>", leaderboard_api.get_deal),
    path("api/v1/deals/<slug:slug>/standings", leaderboard_api.get_standings),
    path("api/v1/deals/<slug:slug>/line", play_api.get_line),
    path("api/v1/deals/<slug:slug>/attempts", play_api.start_on_deal),
    path("api/v1/commitments", leaderboard_api.get_commitments),
    path("api/v1/practice", play_api.start_practice),
    path("api/v1/attempts", play_api.list_attempts),
    path("api/v1/attempts/<str:attempt_id>/record", play_api.get_record),
    path("api/v1/attempts/<str:attempt_id>/replay", play_api.get_replay),
    path("api/v1/attempts/<str:attempt_id>/practice", play_api.play_on),
    path("api/v1/attempts/<str:attempt_id>/postmortem", play_api.ask_postmortem),
    path("api/v1/players/<str:name>", player_views.get_player),
    path("api/v1/settings", account_views.keep_settings),
    path("api/v1/replay", play_api.post_replay),
    path("jsi18n/", catalogue, name="jsi18n"),
    path("dialogs/keys/", views.dialog, {"holds": "key_list.html"}, name="key_list"),
    path("dialogs/settings/", views.dialog, {"holds": "settings_fields.html"}, name="settings_fields"),
    path("healthz", views.healthz),
    path("readyz", views.readyz),
    staff_page("admin/results.csv", "results_csv", "play.view_attempt", results_csv),
    path("admin/", admin.site.urls),
]
