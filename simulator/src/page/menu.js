import { closeDialog, h, icon, openDialog } from "./dom.js";
import { lookOf } from "./looks.js";

/** What the three dots of a chat offer. */
export function confirmBlock({ account, person, features, blocked, api, attempt }) {
  const look = lookOf(account.platform);
  const words = WORDS[features.leaves];
  const act = (work) => () => {
    closeDialog();
    attempt(work());
  };
  const toggle = blocked
    ? h("button", { type: "button", class: "wide", onClick: act(api.unblock) }, words.back)
    : h(
        "button",
        { type: "button", class: "wide danger", onClick: act(api.block) },
        icon("block"),
        words.leave,
      );
  openDialog(
    person.name,
    h(
      "dl",
      { class: "facts" },
      fact("Writes to", `${account.name} (${account.handle})`),
      fact(look.idName, person.id),
      account.platform === "telegram"
        ? fact("User name", person.username ? `@${person.username}` : "none")
        : account.platform === "email"
          ? fact("Address", person.address)
          : fact("Number", person.phone ?? "none"),
      fact("Language", person.language ?? "not told"),
    ),
    h("p", { class: "hint" }, blocked ? "The account cannot write here now." : look.blocked),
    toggle,
  );
}

export const WORDS = {
  block: { leave: "Block", back: "Unblock" },
  unsubscribe: { leave: "Unsubscribe", back: "Subscribe again" },
};

const fact = (name, value) => h("div", {}, h("dt", {}, name), h("dd", {}, value));
