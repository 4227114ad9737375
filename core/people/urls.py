from django.urls import path

from core.people import views

app_name = "people"
urlpatterns = [
    path("", views.account, name="account"),
    path("preferences/", views.prefer, name="prefer"),
    path("data.json", views.export, name="export"),
    path("delete/", views.delete, name="delete"),
]
