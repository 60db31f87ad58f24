import { useRef, useState } from "preact/hooks";
import { t } from "../texts.ts";
import { Icon } from "./icons.tsx";
import { useDismiss } from "./use-dismiss.ts";

const list =
  "😀 😃 😄 😁 😅 😂 🙂 😉 😊 😇 😍 😘 😋 😎 🤔 😐 😏 🙄 😬 😌 😴 🤒 😕 🙁 😮 😳 😢 😭 😡 🥳 👍 👎 👌 ✌️ 🤞 👏 🙌 🙏 💪 👋 ❤️ 💔 ✨ 🔥 🎉 ✅ ❌ ⭐ ☀️ ☔ ☕ 🍕 🎂 🌹 🐶 🐱 ✈️ 🚗 🏠 📷 📦 💳".split(
    " ",
  );

export function Emoji({ choose }: { choose: (emoji: string) => void }) {
  const [open, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  useDismiss(root, open, () => setOpen(false));
  return (
    <div class="menu" ref={root}>
      <button
        type="button"
        class="x"
        aria-label={t("send.emoji")}
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        <Icon name="emoji" />
      </button>
      {open && (
        <div class="pop grid">
          {list.map((emoji) => (
            <button
              type="button"
              class="emoji"
              key={emoji}
              onClick={() => {
                setOpen(false);
                choose(emoji);
              }}
            >
              {emoji}
            </button>
          ))}
        </div>
      )}
    </div>
  );
}
