from django.urls import path

from core.reminders import views

app_name = "reminders"

urlpatterns = [
    path("me/reminders/", views.choose_reminders, name="choose"),
    path("me/reminders/stop/<str:token>/", views.stop_reminders, name="stop"),
]
