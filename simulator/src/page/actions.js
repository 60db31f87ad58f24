import { h, icon } from "./dom.js";

const QUICK = ["👍", "❤", "🔥", "🙏", "😢", "👎"];
let open;

function close() {
  open?.menu.remove();
  open?.anchor.setAttribute("aria-expanded", "false");
  open = undefined;
}

addEventListener("keydown", ({ key }) => {
  if (key !== "Escape" || !open) return;
  const { anchor } = open;
  close();
  anchor.focus();
});
addEventListener("pointerdown", ({ target }) => {
  if (open && !open.menu.contains(target) && !open.anchor.contains(target)) close();
});

/** React, reply and edit, beside the message they concern. */
export function openActions({ message, anchor, api, attempt, composer }) {
  const again = open?.anchor === anchor;
  close();
  if (again) return;
  const act = (work) => () => {
    close();
    work();
  };
  const emoji = QUICK.map((one) => {
    const isSet = message.reactions.client === one;
    const react = act(() => attempt(api.react(message.id, isSet ? null : one)));
    return h(
      "button",
      { type: "button", "aria-label": `React ${one}`, "aria-pressed": String(isSet), onClick: react },
      one,
    );
  });
  const reply = h(
    "button",
    { type: "button", onClick: act(() => composer.reply(message)) },
    icon("reply"),
    "Reply",
  );
  const canEdit = message.side === "client" && message.type === "text";
  const edit =
    canEdit &&
    h("button", { type: "button", onClick: act(() => composer.edit(message)) }, icon("edit"), "Edit");
  const menu = h(
    "div",
    { class: `actions-menu ${message.side}`, role: "group", "aria-label": "Message actions" },
    h("div", { class: "emoji" }, emoji),
    reply,
    edit,
  );
  anchor.closest(".line").append(menu);
  anchor.setAttribute("aria-expanded", "true");
  open = { menu, anchor };
  menu.querySelector("button").focus();
  menu.scrollIntoView({ block: "nearest" });
}
