import { excerptOf } from "../state/peek.ts";
import { t } from "../texts.ts";
import { Icon } from "./icons.tsx";
import type { Writing } from "./writing.ts";

/** Shows the message that is being answered or edited. */
export function WritingBar({ writing, stop }: { writing: NonNullable<Writing>; stop: () => void }) {
  const isEdit = writing.kind === "edit";
  return (
    <div class="about">
      <span class="grow">
        <b>{isEdit ? t("send.editing") : t("send.reply_to")}</b>
        <span class="last">{excerptOf(writing.message)}</span>
      </span>
      <button
        type="button"
        class="x"
        aria-label={isEdit ? t("send.cancel_edit") : t("send.cancel_reply")}
        onClick={stop}
      >
        <Icon name="close" />
      </button>
    </div>
  );
}
