import type { WidgetFrame } from "@parley/contract/widget";
import { useRef, useState } from "preact/hooks";
import { choose } from "../state/choices.ts";
import { useChat } from "../state/store.ts";
import { t } from "../texts.ts";
import { Icon } from "./icons.tsx";
import { useDismiss } from "./use-dismiss.ts";

/** The options that the visitor may turn on: off until then. */
export function Menu({ settings: { sound } }: { settings: WidgetFrame }) {
  const [open, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const choices = useChat((state) => state.choices);
  useDismiss(root, open, () => setOpen(false));
  return (
    <div class="menu" ref={root}>
      <button
        type="button"
        class="x"
        aria-label={t("top.menu")}
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        <Icon name="more" />
      </button>
      {open && (
        <div class="pop">
          {sound && (
            <label>
              <input
                type="checkbox"
                checked={choices.sound}
                onChange={({ currentTarget }) => choose({ sound: currentTarget.checked })}
              />
              {t("top.sound")}
            </label>
          )}
          <label>
            <input
              type="checkbox"
              checked={choices.title}
              onChange={({ currentTarget }) => choose({ title: currentTarget.checked })}
            />
            {t("top.title")}
          </label>
        </div>
      )}
    </div>
  );
}
