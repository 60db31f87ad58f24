import { h, icon } from "./dom.js";
import { clock, dayName } from "./format.js";
import { fileFacts, nameOf } from "./mail-list.js";

export function mailView(message, { onReply }) {
  const { mail, side, at } = message;
  const others = [...mail.to, ...mail.cc].length > 1;
  const action = (mark, label, all) =>
    h("button", { type: "button", class: "mail-action", onClick: () => onReply(all) }, icon(mark), label);
  return h(
    "article",
    { class: "mail-view", "data-message": message.id, "data-side": side, "aria-label": mail.subject },
    h("h3", { dir: "auto" }, mail.subject || "No subject"),
    h(
      "dl",
      { class: "mail-people" },
      line("From", [mail.from]),
      line("To", mail.to),
      mail.cc.length > 0 && line("Cc", mail.cc),
      h("div", {}, h("dt", {}, "Date"), h("dd", {}, `${dayName(at)}, ${clock(at)}`)),
    ),
    mail.html ? frame(mail) : plain(message),
    mail.files.length > 0 && h("ul", { class: "mail-files", "aria-label": "Files" }, mail.files.map(file)),
    h(
      "div",
      { class: "mail-actions" },
      action("reply", "Reply", false),
      others && action("reply", "Reply to all", true),
    ),
  );
}

/** The frame runs no scripts and loads nothing from elsewhere. */
const frame = ({ html, subject }) =>
  h("iframe", { class: "mail-frame", src: html, title: subject, sandbox: "allow-popups" });

function plain({ text, mail }) {
  return h(
    "div",
    { class: "mail-text", dir: "auto" },
    h("p", {}, text),
    mail.rest &&
      h(
        "details",
        {},
        h("summary", { "aria-label": "Quoted text" }, "···"),
        h("p", { class: "mail-rest" }, mail.rest),
      ),
  );
}

const line = (label, people) =>
  h(
    "div",
    {},
    h("dt", {}, label),
    h(
      "dd",
      { dir: "auto" },
      people.map((one) => (one.name ? `${nameOf(one)} <${one.address}>` : one.address)).join(", "),
    ),
  );

const file = ({ url, name, mime, size }) =>
  h(
    "li",
    {},
    h(
      "a",
      { class: "mail-file", href: url, target: "_blank", rel: "noopener", download: name },
      mime.startsWith("image/") ? h("img", { src: url, alt: "" }) : icon("file"),
      fileFacts(name ?? mime, size),
    ),
  );
