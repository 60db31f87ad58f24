import { h, icon, iconButton } from "./dom.js";
import { clock, quotedText } from "./format.js";
import { mediaPart, picture } from "./media.js";

/** Kinds shown without a bubble. */
const BARE = ["sticker", "video_note"];

export function messageRow(message, isFollowing, handlers) {
  const bare = BARE.includes(message.type);
  const bubble = h(
    "div",
    { class: `bubble ${bare ? "bare" : ""} ${message.type}` },
    quotation(message, handlers),
    message.header ? h("strong", { class: "template-head", dir: "auto" }, message.header) : undefined,
    mediaPart(message),
    message.text ? h("p", { class: "text", dir: "auto" }, linked(message.text)) : undefined,
    message.footer ? h("p", { class: "template-foot", dir: "auto" }, message.footer) : undefined,
    meta(message),
  );
  return row(message, isFollowing, handlers, bubble);
}

export function albumRow(pieces, isFollowing, handlers) {
  const last = pieces.at(-1);
  const caption = pieces.find(({ text }) => text)?.text;
  const bubble = h(
    "div",
    { class: "bubble album" },
    quotation(pieces[0], handlers),
    h("div", { class: `grid of-${Math.min(pieces.length, 4)}` }, pieces.map(piecePart)),
    caption ? h("p", { class: "text", dir: "auto" }, linked(caption)) : undefined,
    meta(last),
  );
  return row(last, isFollowing, handlers, bubble);
}

const piecePart = (piece) =>
  h("div", { "data-piece": piece.id }, piece.type === "photo" ? picture(piece.media) : mediaPart(piece));

function row(message, isFollowing, handlers, bubble) {
  const { features } = handlers;
  const own = message.side === "client";
  const hasActions = features.reacts || features.quotes || (own && (features.edits || features.deletes));
  const actions =
    hasActions &&
    iconButton("smile", "Message actions", (event) => handlers.onActions(message, event.currentTarget), {
      class: "round actions",
    });
  bubble.addEventListener("contextmenu", (event) => {
    if (!actions || event.target.closest("a, button, video")) return;
    event.preventDefault();
    handlers.onActions(message, actions);
  });
  return h(
    "div",
    {
      class: `message ${message.side} ${isFollowing ? "following" : ""}`,
      "data-message": message.id,
      "data-side": message.side,
      "data-type": message.type,
    },
    h("div", { class: "line" }, bubble, actions),
    reactions(message, handlers),
    keyboard(message, handlers),
  );
}

function quotation({ replyTo }, { accountName, onQuote }) {
  if (!replyTo) return undefined;
  const who = replyTo.side === "client" ? "You" : accountName;
  return h(
    "button",
    {
      type: "button",
      class: "quotation",
      "aria-label": `In reply to ${who}: ${quotedText(replyTo.text)}`,
      onClick: () => onQuote(replyTo.id),
    },
    h("strong", {}, who),
    h("span", {}, quotedText(replyTo.text)),
  );
}

function meta(message) {
  const own = message.side === "client";
  const state = message.read ? "Read" : message.received ? "Delivered" : "Sent";
  const tick =
    own &&
    h(
      "span",
      { class: `tick ${state.toLowerCase()}`, role: "img", "aria-label": state },
      icon(message.received || message.read ? "received" : "sent"),
    );
  return h(
    "span",
    { class: "meta" },
    message.editedOn ? h("span", { class: "edited" }, "edited") : undefined,
    h("time", { datetime: message.at }, clock(message.at)),
    tick,
  );
}

function reactions(message, { onReact }) {
  const { client, bot } = message.reactions;
  if (!client && !bot) return undefined;
  const mine =
    client &&
    h(
      "button",
      {
        type: "button",
        class: "reaction mine",
        "aria-label": `Take back your reaction ${client}`,
        onClick: () => onReact(message, null),
      },
      client,
    );
  const theirs =
    bot && h("span", { class: "reaction", role: "img", "aria-label": `The business reacted ${bot}` }, bot);
  return h("div", { class: "reactions" }, theirs, mine);
}

function keyboard(message, { features, onPress }) {
  if (!message.buttons || features.keys === "chat") return undefined;
  return h(
    "div",
    { class: "keys", role: "group", "aria-label": "Buttons" },
    message.buttons.map((keys) =>
      h(
        "div",
        { class: "keys-row" },
        keys.map((key) =>
          key.url
            ? h("a", { class: "key", href: key.url, target: "_blank", rel: "noreferrer" }, key.text)
            : h("button", { type: "button", class: "key", onClick: () => onPress(message, key) }, key.text),
        ),
      ),
    ),
  );
}

/** Web addresses become links; everything else stays text. */
function linked(text) {
  return text
    .split(/(https?:\/\/[^\s<>"]+)/)
    .map((part, index) =>
      index % 2 ? h("a", { href: part, target: "_blank", rel: "noreferrer" }, part) : part,
    );
}
