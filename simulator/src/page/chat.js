import { openActions } from "./actions.js";
import { chatApi } from "./api.js";
import { albumRow, messageRow } from "./bubble.js";
import { createComposer } from "./composer.js";
import { h, icon, iconButton, openDialog, toast } from "./dom.js";
import { dayName } from "./format.js";
import { lookOf } from "./looks.js";
import { confirmBlock } from "./menu.js";

/** Shows one person's chat with one account in `place`. The page has one live connection, whose events it passes on. */
export function openChat(place, { account, person, features, onBack }) {
  const api = chatApi(account.id, person.id);
  const look = lookOf(account.platform);
  const messages = new Map();
  const rows = new Map();
  let blocked = false;
  let actionTimer;

  const status = h("span", { class: "status" }, look.status);
  const banner = h("p", { class: "banner", role: "status", hidden: true }, "Connection lost. Reconnecting…");
  const log = h(
    "div",
    { class: "log", role: "log", "aria-label": "Conversation", tabindex: "0" },
    skeleton(),
  );
  const attempt = (work) => work.catch((error) => toast(error.message));
  const composer = createComposer({
    api,
    attempt,
    look,
    features,
    onUnblock: () => attempt(api.unblock()),
  });
  const title = h("div", { class: "chat-title" }, h("h2", {}, account.name), status);
  const menu = iconButton("more", "Chat menu", () =>
    confirmBlock({ account, person, features, blocked, api, attempt }),
  );
  const back = iconButton("back", "Back to clients", onBack, { class: "round back" });
  const head = h(
    "header",
    { class: "chat-head" },
    back,
    h("span", { class: "portrait bot-mark", "aria-hidden": "true" }, icon(look.mark)),
    title,
    menu,
  );
  place.replaceChildren(head, banner, h("div", { class: "wall" }, log), composer.element);

  const handlers = {
    accountName: account.name,
    features,
    onActions: (message, anchor) => openActions({ message, anchor, features, api, attempt, composer }),
    onPress: (message, button) => attempt(api.press(message.id, button.data ?? button.text)),
    onReact: (message, emoji) => attempt(api.react(message.id, emoji)),
    onQuote: (id) => log.querySelector(`[data-message="${id}"]`)?.scrollIntoView({ block: "center" }),
  };

  function render() {
    const atEnd = log.scrollHeight - log.scrollTop - log.clientHeight < 80;
    const wanted = rowsOf([...messages.values()].sort((a, b) => a.id - b.id));
    const elements = wanted.map((row) => drawn(row));
    for (const key of rows.keys()) if (!wanted.some((row) => row.key === key)) rows.delete(key);
    arrange(elements);
    if (elements.length === 0) log.replaceChildren(welcome(account, look));
    if (atEnd) log.scrollTop = log.scrollHeight;
    const pressed = features.keys === "chat" ? keysOf(messages) : undefined;
    const keyboard = pressed ? pressed.buttons : keyboardOf(messages);
    composer.show({ blocked, isNew: messages.size === 0, keyboard, pressed });
  }

  /** A chat on a visible page counts as read. */
  function tellRead() {
    if (features.reads && document.visibilityState === "visible") attempt(api.readAll());
  }

  /** Unchanged rows stay the same elements, so that a playing voice note goes on playing. */
  function drawn(row) {
    const signature = JSON.stringify(row);
    const known = rows.get(row.key);
    if (known?.signature === signature) return known.element;
    const element = drawRow(row, handlers);
    rows.set(row.key, { signature, element });
    return element;
  }

  function arrange(elements) {
    for (const child of [...log.children]) if (!elements.includes(child)) child.remove();
    elements.forEach((element, index) => {
      if (log.children[index] !== element) log.insertBefore(element, log.children[index] ?? null);
    });
  }

  async function read() {
    const answer = await api.read();
    messages.clear();
    for (const message of answer.messages) messages.set(message.id, message);
    blocked = answer.blocked;
    const isFirst = log.querySelector(".skeleton") !== null;
    log.querySelector(".skeleton")?.remove();
    render();
    if (isFirst) log.scrollTop = log.scrollHeight;
    tellRead();
  }

  function hear(event) {
    if (event.person !== person.id || event.account !== account.id) return;
    if (event.type === "chat") attempt(read());
    else if (event.type === "action") showAction(event);
    else if (event.type === "callbackAnswer") showAnswer(event);
    else if (event.type === "delete") messages.delete(event.id);
    else if (event.message) messages.set(event.message.id, event.message);
    if (event.type === "message" && event.message.side === "bot") {
      endAction();
      tellRead();
    }
    render();
  }

  function showAction({ action, forMs }) {
    clearTimeout(actionTimer);
    status.textContent = action === "typing" ? "typing…" : `${action.replaceAll("_", " ")}…`;
    status.classList.add("busy");
    actionTimer = setTimeout(endAction, forMs);
  }

  function endAction() {
    clearTimeout(actionTimer);
    status.textContent = look.status;
    status.classList.remove("busy");
  }

  function showAnswer({ text, alert }) {
    if (!text) return;
    if (alert) openDialog(account.name, h("p", {}, text));
    else toast(text);
  }

  document.addEventListener("visibilitychange", tellRead);
  return {
    hear,
    /** The live connection stands, or stands again: missed changes are read. */
    connected() {
      banner.hidden = true;
      attempt(read());
    },
    lost() {
      banner.hidden = false;
    },
    leave() {
      clearTimeout(actionTimer);
      document.removeEventListener("visibilitychange", tellRead);
    },
  };
}

/** Days, messages and albums in the order they are shown. */
function rowsOf(messages) {
  const rows = [];
  let day;
  for (const [index, message] of messages.entries()) {
    const before = messages[index - 1];
    if (dayName(message.at) !== day) {
      day = dayName(message.at);
      rows.push({ key: `day ${day}`, kind: "day", day });
    }
    const isFollowing = before?.side === message.side && rows.at(-1)?.kind !== "day";
    const album = rows.at(-1);
    if (message.album && album?.album === message.album) album.pieces.push(message);
    else if (message.album) {
      rows.push({
        key: `album ${message.album}`,
        kind: "album",
        album: message.album,
        pieces: [message],
        isFollowing,
      });
    } else rows.push({ key: `message ${message.id}`, kind: "message", message, isFollowing });
  }
  return rows;
}

function drawRow(row, handlers) {
  if (row.kind === "day") return h("div", { class: "day" }, h("span", {}, row.day));
  if (row.kind === "album") return albumRow(row.pieces, row.isFollowing, handlers);
  return messageRow(row.message, row.isFollowing, handlers);
}

/** The newest message of the account whose buttons stand below the chat; a press or an answer puts them away. */
function keysOf(messages) {
  const last = [...messages.values()].at(-1);
  return last?.side === "bot" && last.buttons ? last : undefined;
}

/** The bot's last message with a keyboard decides. */
function keyboardOf(messages) {
  const spoken = [...messages.values()].filter(({ keyboard }) => keyboard).at(-1)?.keyboard;
  return spoken?.keyboard;
}

const skeleton = () =>
  h(
    "div",
    { class: "skeleton", "aria-label": "Loading" },
    ...["a", "b", "c", "d"].map((size) => h("span", { class: size })),
  );

const welcome = (account, look) =>
  h(
    "div",
    { class: "welcome" },
    h("span", { class: "portrait bot-mark", "aria-hidden": "true" }, icon(look.mark)),
    h("strong", {}, account.name),
    h("p", {}, look.welcome),
  );
