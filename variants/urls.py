from django.urls import URLPattern

app_name = "variants"
urlpatterns: list[URLPattern] = []
