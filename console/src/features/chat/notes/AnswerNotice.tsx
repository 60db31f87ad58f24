import { MessageCircleQuestion } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Button } from "../../../ui/Button.tsx";

type Props = {
  onSave: () => void;
  /** Absent where the agent may not answer. */
  onMessage?: (() => void) | undefined;
  onEdit: () => void;
};

/** Asks before a note is saved whose beginning reads like an answer to the client. */
export function AnswerNotice({ onSave, onMessage, onEdit }: Props) {
  const { t } = useTranslation();
  return (
    <section
      aria-label={t("notes.asks")}
      className="mb-1 grid animate-arrive gap-2 rounded-[12px] border-l-[3px] border-note bg-raised py-2.5 pr-2.5 pl-3.5"
    >
      <p role="alert" className="flex items-center gap-2 text-s font-semibold">
        <MessageCircleQuestion size={16} aria-hidden="true" className="shrink-0 text-note" />
        {t("notes.likeAnswer")}
      </p>
      <div className="flex flex-wrap justify-end gap-2">
        <Button look="quiet" size="small" onClick={onEdit}>
          {t("composer.guardEdit")}
        </Button>
        {onMessage && (
          <Button size="small" onClick={onMessage}>
            {t("notes.makeMessage")}
          </Button>
        )}
        <Button size="small" onClick={onSave}>
          {t("notes.saveAnyway")}
        </Button>
      </div>
    </section>
  );
}
