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

/** The menu of a message: react, reply, edit and delete. */
export function openActions({ message, anchor, features, api, attempt, composer }) {
  const again = open?.anchor === anchor;
  close();
  if (again) return;
  const act = (work) => () => {
    close();
    work();
  };
  const own = message.side === "client";
  const emoji = (features.reacts ? QUICK : []).map((one) => {
    const isSet = message.reactions.client === one;
    const react = act(() => attempt(api.react(message.id, isSet ? null : one)));
    return h(
      "button",
      { type: "button", "aria-label": `React ${one}`, "aria-pressed": String(isSet), onClick: react },
      one,
    );
  });
  const entry = (mark, label, work) => h("button", { type: "button", onClick: act(work) }, icon(mark), label);
  const menu = h(
    "div",
    { class: `actions-menu ${message.side}`, role: "group", "aria-label": "Message actions" },
    emoji.length > 0 && h("div", { class: "emoji" }, emoji),
    features.quotes && entry("reply", "Reply", () => composer.reply(message)),
    features.edits && own && message.type === "text" && entry("edit", "Edit", () => composer.edit(message)),
    features.deletes && own && entry("close", "Delete for everyone", () => attempt(api.remove(message.id))),
  );
  anchor.closest(".line").append(menu);
  anchor.setAttribute("aria-expanded", "true");
  open = { menu, anchor };
  menu.querySelector("button").focus();
  menu.scrollIntoView({ block: "nearest" });
}
