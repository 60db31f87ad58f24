import { closeDialog, h, icon, openDialog } from "./dom.js";

/** What the three dots of a chat offer. */
export function confirmBlock({ bot, person, blocked, api, attempt }) {
  const act = (work) => () => {
    closeDialog();
    attempt(work());
  };
  const toggle = blocked
    ? h("button", { type: "button", class: "wide", onClick: act(api.unblock) }, "Unblock bot")
    : h(
        "button",
        { type: "button", class: "wide danger", onClick: act(api.block) },
        icon("block"),
        "Block bot",
      );
  openDialog(
    person.name,
    h(
      "dl",
      { class: "facts" },
      fact("Writes to", `${bot.name} (@${bot.username})`),
      fact("Telegram id", person.id),
      fact("User name", person.username ? `@${person.username}` : "none"),
      fact("Language", person.language ?? "not told"),
    ),
    h(
      "p",
      { class: "hint" },
      blocked ? "The bot cannot write here now." : "A blocked bot gets 403 for whatever it sends.",
    ),
    toggle,
  );
}

const fact = (name, value) => h("div", {}, h("dt", {}, name), h("dd", {}, value));
