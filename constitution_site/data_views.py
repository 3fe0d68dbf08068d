"""Your data: look at what is held, take it along, leave."""

from allauth.usersessions.models import UserSession
from django.contrib.auth import logout
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from constitution_site.personal import clear_person, export_of
from games import clock
from games.http import count_request
from games.players import services
from games.players.identity import current_player
from games.players.selectors import GRACE


@require_http_methods(["GET", "HEAD", "POST"])
def your_data(request: HttpRequest) -> HttpResponse:
    """Say what is held, and take the wish to be deleted: an account's within a week, a guest's at once.

    An account is logged out everywhere. A guest could not come back to take the wish back.
    """
    player = current_player(request)
    facts = {"player": player, "gone_on": clock.now() + GRACE, "left": request.method == "POST"}
    if facts["left"]:
        if player is None:
            raise Http404
        if request.POST.get("sure") != "yes":
            return redirect("your_data")
        if player.is_guest:
            clear_person(player=player)
        else:
            services.ask_to_leave(player=player)
            for session in UserSession.objects.filter(user=player.user):
                session.end()  # another browser's login would go on, and not take the wish back
        logout(request)
    return render(request, "your_data.html", facts)


@require_safe
@never_cache
def export(request: HttpRequest) -> HttpResponse:
    """Give everything that is held of whoever asks as one file."""
    player = current_player(request)
    if player is None:
        raise Http404
    count_request(request, "export")
    response = HttpResponse(export_of(player), content_type="application/zip")
    response.headers["Content-Disposition"] = f'attachment; filename="constitutional-{clock.today()}.zip"'
    return response
