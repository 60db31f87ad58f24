import { pushMail } from "./api.js";
import { closeDialog, h, icon, openDialog } from "./dom.js";
import { lookOf } from "./looks.js";
import { field } from "./newcomers.js";

/** The items of a chat's menu. */
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
    account.pushes !== undefined && wayIn(account, attempt),
  );
}

/**
 * Switches how mail reaches the desk: fetched by IMAP, or pushed to the webhook of a mailbox that was connected without
 * it.
 */
function wayIn(account, attempt) {
  const set = (to) => {
    closeDialog();
    attempt(
      pushMail(account.id, to).then(() => {
        account.pushes = to !== null;
      }),
    );
  };
  if (account.pushes)
    return h(
      "button",
      { type: "button", class: "wide", onClick: () => set(null) },
      "Keep mail for IMAP again",
    );
  const input = (name, label) => field(label, h("input", { name, required: true, autocomplete: "off" }));
  const form = h(
    "form",
    {
      class: "entry",
      "aria-label": "Push by webhook",
      onSubmit: (event) => {
        event.preventDefault();
        const given = new FormData(form);
        set({ address: given.get("address").trim(), secret: given.get("secret").trim() });
      },
    },
    input("address", "Webhook of the desk"),
    input("secret", "Its secret"),
    h("button", { type: "submit", class: "wide" }, "Push mail by webhook"),
  );
  return form;
}

export const WORDS = {
  block: { leave: "Block", back: "Unblock" },
  unsubscribe: { leave: "Unsubscribe", back: "Subscribe again" },
};

const fact = (name, value) => h("div", {}, h("dt", {}, name), h("dd", {}, value));
