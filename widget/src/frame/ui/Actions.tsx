import type { VisitorMessage } from "@parley/contract/visitors";
import { useRef, useState } from "preact/hooks";
import { changeMessage } from "../state/conversations.ts";
import { t } from "../texts.ts";
import { Icon } from "./icons.tsx";
import { useDismiss } from "./use-dismiss.ts";
import type { Writing } from "./writing.ts";

const reactions = ["👍", "❤️", "😂", "😮", "😢", "🙏"];

/** The actions of a message: answer, edit, delete, react. */
export function Actions({ message, write }: { message: VisitorMessage; write: (writing: Writing) => void }) {
  const [open, setOpen] = useState(false);
  const [failed, setFailed] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  useDismiss(root, open, () => setOpen(false));
  const { messageid, mine, type, reaction } = message;

  async function change(...args: Parameters<typeof changeMessage>) {
    setFailed(false);
    try {
      await changeMessage(...args);
      setOpen(false);
    } catch {
      // The change was refused, or the desk is unreachable: either way it was not saved, and can be tried again.
      setFailed(true);
    }
  }

  function start(kind: "reply" | "edit") {
    setOpen(false);
    write({ kind, message });
  }

  return (
    <div class={`menu actions ${open ? "shown" : ""}`} ref={root}>
      <button
        type="button"
        class="x"
        aria-label={t("message.actions")}
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        <Icon name="more" />
      </button>
      {open && (
        <div class={`pop ${mine ? "" : "start"}`}>
          {!mine && (
            <div class="row">
              {reactions.map((emoji) => (
                <button
                  type="button"
                  key={emoji}
                  class={`emoji ${emoji === reaction ? "on" : ""}`}
                  aria-label={
                    emoji === reaction ? t("message.unreact", { emoji }) : t("message.react", { emoji })
                  }
                  onClick={() => change("react", { messageid, reaction: emoji === reaction ? null : emoji })}
                >
                  {emoji}
                </button>
              ))}
            </div>
          )}
          <button type="button" class="item" onClick={() => start("reply")}>
            {t("message.reply")}
          </button>
          {mine && type === "text" && (
            <button type="button" class="item" onClick={() => start("edit")}>
              {t("message.edit")}
            </button>
          )}
          {mine && (
            <button type="button" class="item danger" onClick={() => change("delete", { messageid })}>
              {t("message.delete")}
            </button>
          )}
          {failed && (
            <p class="err" role="alert">
              {t("message.failed")}
            </p>
          )}
        </div>
      )}
    </div>
  );
}
