import { useQueryClient } from "@tanstack/react-query";
import { Copy, PencilLine, Trash2 } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Button } from "../../../ui/Button.tsx";
import { copyText } from "../../../ui/copy-text.ts";
import { toast } from "../../../ui/toast.ts";
import { write } from "../../tickets/sending/drafts.ts";
import { useDraft } from "./use-draft.ts";

/** The agent's unsent text of a ticket in which they can no longer write. */
export function KeptDraft({ ticketid }: { ticketid: string }) {
  const { t } = useTranslation();
  const cache = useQueryClient();
  const [text] = useDraft(ticketid);
  if (!text.trim()) return null;
  const copy = async () => {
    try {
      await copyText(text);
      toast(t("message.copied"));
    } catch {
      // The browser denies copying; the text can still be selected.
      toast(t("message.copyFailed"), "danger");
    }
  };
  return (
    <section
      aria-label={t("composer.keptDraft")}
      className="mx-5 mt-2.5 grid gap-2 rounded-card border border-line-strong bg-pane px-4 py-3 max-phone:mx-2"
    >
      <h3 className="flex items-center gap-2 text-s font-semibold">
        <PencilLine size={15} aria-hidden="true" className="shrink-0 text-text-2" />
        {t("composer.keptDraft")}
      </h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a text that scrolls has to be reachable by keyboard */}
      <p tabIndex={0} dir="auto" className="max-h-40 overflow-y-auto whitespace-pre-wrap break-words text-s">
        {text}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button size="small" icon={<Copy size={14} />} onClick={copy}>
          {t("message.copy")}
        </Button>
        <Button
          look="quiet"
          size="small"
          icon={<Trash2 size={14} />}
          onClick={() => write(cache, ticketid, "")}
        >
          {t("message.discard")}
        </Button>
      </div>
    </section>
  );
}
