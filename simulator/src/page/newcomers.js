import * as api from "./api.js";
import { closeDialog, h, openDialog, toast } from "./dom.js";

const LANGUAGES = {
  en: "English",
  bg: "Български",
  tr: "Türkçe",
  nl: "Nederlands",
  ja: "日本語",
  es: "Español",
  ru: "Русский",
  af: "Afrikaans",
};

export function newPerson(onMade) {
  const form = entryForm("Create client", onMade, (data) =>
    api.createPerson({
      firstName: data.get("firstName").trim(),
      lastName: data.get("lastName").trim() || undefined,
      language: data.get("language"),
    }),
  );
  form.prepend(
    field(
      "First name",
      h("input", { name: "firstName", required: true, autocomplete: "off", autofocus: true }),
    ),
    field("Last name", h("input", { name: "lastName", autocomplete: "off" })),
    field(
      "Language",
      h(
        "select",
        { name: "language" },
        Object.entries(LANGUAGES).map(([code, name]) => h("option", { value: code }, name)),
      ),
    ),
  );
  openDialog("New client", form);
}

export function newBot(onMade) {
  const form = entryForm("Create bot", onMade, (data) =>
    api.createBot({ name: data.get("name").trim(), token: data.get("token").trim() || undefined }),
  );
  form.prepend(
    field("Name", h("input", { name: "name", required: true, autocomplete: "off", autofocus: true })),
    field(
      "Token",
      h("input", { name: "token", autocomplete: "off", placeholder: "Made up when left empty" }),
    ),
  );
  openDialog("New bot", form);
}

function entryForm(action, onMade, make) {
  const form = h("form", { class: "entry" }, h("button", { class: "wide" }, action));
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    try {
      const made = await make(new FormData(form));
      closeDialog();
      onMade(made);
      if (made.token) toast(`Token: ${made.token}`);
    } catch (error) {
      toast(error.message);
    }
  });
  return form;
}

export const field = (label, control) => h("label", { class: "field" }, h("span", {}, label), control);
