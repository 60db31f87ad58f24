import { h, icon } from "./dom.js";
import { bytes, clock, dayName } from "./format.js";

/** Mails, newest first, by day. */
export function mailList(messages, { isUnread, onOpen, empty, blocked }) {
  const days = Map.groupBy(messages, ({ at }) => dayName(at));
  return h(
    "div",
    { class: "mails" },
    blocked && h("p", { class: "banner" }, "Mail from this account is rejected."),
    messages.length === 0 && h("p", { class: "mail-empty" }, empty),
    [...days].flatMap(([day, mails]) => [
      h("h3", { class: "mail-day" }, day),
      h(
        "ul",
        { "aria-label": day },
        mails.map((mail) => h("li", {}, row(mail, isUnread(mail), onOpen))),
      ),
    ]),
  );
}

function row({ id, side, mail, text, at, received }, unread, onOpen) {
  const who = side === "bot" ? nameOf(mail.from) : `To ${mail.to.map(nameOf).join(", ")}`;
  return h(
    "button",
    {
      type: "button",
      class: `mail-row ${unread ? "unread-mail" : ""}`,
      "data-message": id,
      "data-side": side,
      onClick: () => onOpen(id),
    },
    h(
      "span",
      { class: "mail-who", dir: "auto" },
      unread && h("span", { class: "mail-dot", "aria-label": "Unread" }),
      who,
    ),
    h(
      "span",
      { class: "mail-when" },
      mail.files.length > 0 && icon("clip"),
      side === "client" && !received && h("span", { class: "mail-waits" }, "Sending"),
      h("time", { datetime: at }, clock(at)),
    ),
    h("span", { class: "mail-subject", dir: "auto" }, mail.subject || "No subject"),
    h("span", { class: "mail-preview", dir: "auto" }, text),
  );
}

export const nameOf = ({ name, address }) => name || address;

export const fileFacts = (name, size) =>
  h(
    "span",
    { class: "mail-file-facts" },
    h("strong", {}, name),
    h("span", { class: "mail-file-size" }, bytes(size)),
  );
