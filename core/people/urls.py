from django.urls import path

from core.people import views

app_name = "people"
urlpatterns = [
    path("account/signup/", views.CreateAccountView.as_view(), name="sign_up"),
    path("about/", views.about, name="about"),
    path("me/", views.account_page, name="account"),
    path("me/preferences/", views.save_preferences, name="prefer"),
    path("me/data.json", views.download_person_data, name="export"),
    path("me/delete/", views.delete_person, name="delete"),
]
