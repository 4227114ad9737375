from django.urls import path

from core.people import views

app_name = "people"
urlpatterns = [
    path("account/signup/", views.SignUp.as_view(), name="sign_up"),
    path("about/", views.about, name="about"),
    path("me/", views.account, name="account"),
    path("me/preferences/", views.prefer, name="prefer"),
    path("me/data.json", views.export, name="export"),
    path("me/delete/", views.delete, name="delete"),
]
