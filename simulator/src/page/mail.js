import { chatApi } from "./api.js";
import { h, icon, iconButton, toast } from "./dom.js";
import { lookOf } from "./looks.js";
import { mailList } from "./mail-list.js";
import { mailView } from "./mail-view.js";
import { mailWriter } from "./mail-writer.js";
import { confirmBlock } from "./menu.js";

/** One person's mail program for one mailbox: the list, one mail, or one that is being written. */
export function openMail(place, { account, person, features, onBack }) {
  const api = chatApi(account.id, person.id);
  const look = lookOf(account.platform);
  const messages = new Map();
  const opened = new Set();
  let blocked = false;
  /** `{kind: "list"}`, `{kind: "mail", id}` or `{kind: "write", replyTo, all}`. */
  let view = { kind: "list" };
  let isRead = false;

  const attempt = (work) => work.catch((error) => toast(error.message));
  const banner = h("p", { class: "banner", role: "status", hidden: true }, "Connection lost. Reconnecting…");
  const body = h("div", { class: "mail-body" });
  const title = h("h2", {});
  const status = h("span", { class: "status" });
  const back = iconButton("back", "Back", () => (view.kind === "list" ? onBack() : show({ kind: "list" })), {
    class: "round back mail-back",
  });
  const write = iconButton("edit", "New mail", () => show({ kind: "write" }));
  const menu = iconButton("more", "Chat menu", () =>
    confirmBlock({ account, person, features, blocked, api, attempt }),
  );
  const head = h(
    "header",
    { class: "chat-head" },
    back,
    h("span", { class: "portrait bot-mark", "aria-hidden": "true" }, icon(look.mark)),
    h("div", { class: "chat-title" }, title, status),
    write,
    menu,
  );
  place.replaceChildren(head, banner, body);

  function show(next) {
    view = next;
    if (next.kind === "mail") opened.add(next.id);
    render();
    body.scrollTop = 0;
  }

  function render() {
    const shown = messages.get(view.id);
    const isList = view.kind === "list" || (view.kind === "mail" && !shown);
    title.textContent = isList ? "Mail" : view.kind === "write" ? "New mail" : "Mail";
    status.textContent = person.address ?? "";
    back.classList.toggle("within", !isList);
    write.hidden = !isList;
    if (isList) body.replaceChildren(list());
    else if (view.kind === "mail")
      body.replaceChildren(
        mailView(shown, {
          onReply: (all) => show({ kind: "write", replyTo: shown, all }),
        }),
      );
    else if (!body.querySelector(".mail-writer"))
      body.replaceChildren(
        mailWriter({
          account,
          replyTo: view.replyTo,
          all: view.all,
          send: (outgoing, files) => api.sendMail(outgoing, files),
          onSent: () => show({ kind: "list" }),
          onDrop: () => show(view.replyTo ? { kind: "mail", id: view.replyTo.id } : { kind: "list" }),
        }),
      );
  }

  function list() {
    if (!isRead) return h("p", { class: "mail-empty", role: "status" }, "Loading…");
    const newest = [...messages.values()].sort((a, b) => b.id - a.id);
    return mailList(newest, {
      isUnread: ({ id, side }) => side === "bot" && !opened.has(id),
      onOpen: (id) => show({ kind: "mail", id }),
      empty: look.welcome,
      blocked,
    });
  }

  async function read() {
    const answer = await api.read();
    messages.clear();
    for (const message of answer.messages) {
      messages.set(message.id, message);
      // Mails from before this page was opened count as read.
      if (!isRead) opened.add(message.id);
    }
    blocked = answer.blocked;
    isRead = true;
    render();
  }

  function hear(event) {
    if (event.person !== person.id || event.account !== account.id) return;
    if (event.type === "chat") attempt(read());
    else if (event.message) {
      messages.set(event.message.id, event.message);
      if (view.kind !== "mail" || view.id === event.message.id) render();
    }
  }

  render();
  return {
    hear,
    connected() {
      banner.hidden = true;
      attempt(read());
    },
    lost() {
      banner.hidden = false;
    },
    leave() {},
  };
}
