import { MessageSquare, StickyNote } from "lucide-react";
import { useTranslation } from "react-i18next";
import { noteIn } from "../../tickets/sending/drafts.ts";
import { useDraft } from "./use-draft.ts";

export type Mode = "message" | "note";

type Props = { ticketid: string; mode: Mode; onMode: (mode: Mode) => void };

/** Chooses what one writes: a message to the client, or a note for colleagues. A dot marks an unsent text of the other. */
export function ModeSwitch({ ticketid, mode, onMode }: Props) {
  const { t } = useTranslation();
  const [message] = useDraft(ticketid);
  const [note] = useDraft(noteIn(ticketid));
  const kinds = [
    { kind: "message", Icon: MessageSquare, label: t("composer.label"), key: "R", text: message },
    { kind: "note", Icon: StickyNote, label: t("composer.note"), key: "N", text: note },
  ] as const;
  return (
    <fieldset className="flex gap-1 pb-1.5 max-phone:pb-1 tiny:hidden">
      <legend className="sr-only">{t("composer.mode")}</legend>
      {kinds.map(({ kind, Icon, label, key, text }) => {
        const on = mode === kind;
        const look = kind === "note" ? "text-note" : on ? "text-text" : "text-text-2";
        const ground = kind === "note" ? "bg-note-soft border-note-line" : "bg-raised-2 border-line-strong";
        return (
          <button
            key={kind}
            type="button"
            aria-pressed={on}
            title={`${label} (${key})`}
            onClick={() => onMode(kind)}
            className={`relative flex h-7 items-center gap-1.5 rounded-m border px-2.5 text-xs font-semibold transition duration-150 max-phone:h-9 max-phone:px-3.5 max-phone:before:absolute max-phone:before:-inset-y-1.5 max-phone:before:inset-x-0 ${look} ${on ? ground : "border-transparent hover:bg-raised"}`}
          >
            <Icon size={14} aria-hidden="true" />
            {label}
            {!on && text.trim() !== "" && (
              <span className="size-1.5 rounded-full bg-current">
                <span className="sr-only">{t("composer.unsent")}</span>
              </span>
            )}
          </button>
        );
      })}
    </fieldset>
  );
}
