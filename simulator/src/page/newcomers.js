import * as api from "./api.js";
import { closeDialog, h, openDialog, toast } from "./dom.js";
import { lookOf } from "./looks.js";

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

/** A new client uses only the account's platform. */
export function newPerson(account, onMade) {
  const form = entryForm("Create client", onMade, (data) =>
    api.createPerson({
      firstName: data.get("firstName").trim(),
      lastName: data.get("lastName").trim() || undefined,
      language: data.get("language"),
      platform: account?.platform,
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
  openDialog(account ? `New client on ${lookOf(account.platform).name}` : "New client", form);
}

export function newAccount(platforms, onMade) {
  const choice = h(
    "select",
    { name: "platform" },
    platforms.map((platform) => h("option", { value: platform }, lookOf(platform).name)),
  );
  const token = field(
    "Token",
    h("input", { name: "token", autocomplete: "off", placeholder: "Made up when left empty" }),
  );
  choice.addEventListener("change", () => {
    token.hidden = !lookOf(choice.value).token;
  });
  const form = entryForm("Create account", onMade, (data) =>
    api.createAccount({
      platform: data.get("platform"),
      name: data.get("name").trim(),
      token: token.hidden ? undefined : data.get("token").trim() || undefined,
    }),
  );
  form.prepend(
    field("Platform", choice),
    field("Name", h("input", { name: "name", required: true, autocomplete: "off", autofocus: true })),
    token,
  );
  openDialog("New account", form);
}

function entryForm(action, onMade, make) {
  const form = h("form", { class: "entry" }, h("button", { class: "wide" }, action));
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    try {
      const made = await make(new FormData(form));
      closeDialog();
      onMade(made);
      if (made.connect) showCredentials(made);
    } catch (error) {
      toast(error.message);
    }
  });
  return form;
}

/** The credentials that connect a new account at the desk. */
function showCredentials({ name, connect }) {
  const facts = flat(connect).map(([key, value]) =>
    h("div", {}, h("dt", {}, key.replaceAll("_", " ")), h("dd", {}, h("code", {}, value))),
  );
  openDialog(
    name,
    h("p", { class: "hint" }, "Connect it in Parley with:"),
    h("dl", { class: "facts tall" }, facts),
  );
}

/** Turns `imap: {host}` into `imap host`. */
const flat = (facts) =>
  Object.entries(facts).flatMap(([key, value]) =>
    typeof value === "object"
      ? flat(value).map(([name, one]) => [`${key} ${name}`, one])
      : [[key, String(value)]],
  );

export const field = (label, control) => h("label", { class: "field" }, h("span", {}, label), control);
