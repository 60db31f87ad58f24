import type { Message } from "@parley/contract/messages";
import { useTranslation } from "react-i18next";
import { Button } from "../../../ui/Button.tsx";
import { useViewer } from "../../session/viewer.ts";
import { askChange } from "./asked-change.ts";
import { useChangeSent } from "./sent-change.ts";

/** Says that a change is being made, or that the client may see one, and leads administrators to what the message said before. */
export function ChangeLine({ message, mayChange }: { message: Message; mayChange: boolean }) {
  const { t } = useTranslation();
  const { abilities } = useViewer();
  const again = useChangeSent(message);
  const { change } = message;
  const changed = message.edited_on !== null || message.type === "deleted";
  return (
    <p className="mt-1 flex max-w-[64%] flex-wrap items-center justify-end gap-2 self-end text-xs max-phone:max-w-[86%]">
      {change?.state === "sending" && <span className="text-text-2">{t("sentChanges.sending")}</span>}
      {change?.state === "uncertain" && (
        <>
          <span className="text-warn">{t(`sentChanges.uncertain.${change.kind}`)}</span>
          {mayChange && (
            <Button size="small" disabled={again.isPending} onClick={() => again.mutate(change.content)}>
              {t("sentChanges.again")}
            </Button>
          )}
        </>
      )}
      {changed && abilities.has("readAudit") && (
        <button
          type="button"
          onClick={() => askChange({ message, kind: "history" })}
          className="text-accent-text underline max-phone:min-h-11"
        >
          {t("sentChanges.history")}
        </button>
      )}
    </p>
  );
}
