"""What a person may change."""

from django import forms

from core.people.models import Person


class NameForm(forms.ModelForm):
    """The name that others at a table see."""

    class Meta:
        model = Person
        fields = ["name"]
        labels = {"name": "Your name at the table"}
        help_texts = {
            "name": "Others see it beside your cards. Leave it empty to be called by your user name, or Guest."
        }
        widgets = {"name": forms.TextInput(attrs={"autocomplete": "nickname"})}


class DeleteForm(forms.Form):
    """Somebody is sure."""

    sure = forms.BooleanField(label="Yes, delete everything. It cannot be brought back.")
