import type { Ticket } from "@parley/contract/tickets";
import { ClockAlert } from "lucide-react";
import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../ui/Button.tsx";
import { preloadedPart } from "../../ui/lazy-part.ts";
import { useHeld } from "../sending/guard.ts";
import { useDraft } from "./use-draft.ts";

const TemplateDialog = preloadedPart(
  async () => (await import("../templates/TemplateDialog.tsx")).TemplateDialog,
  "templates",
);

/** In place of the text field after the reply window: templates, where the channel has them. The draft stays. */
export function WindowClosed({ ticket }: { ticket: Ticket }) {
  const { t } = useTranslation();
  const [choosing, setChoosing] = useState(false);
  const [draft] = useDraft(ticket.ticketid);
  const file = useHeld((all) => all[ticket.ticketid]?.file);
  const templates = ticket.channel.can.includes("template");
  return (
    <section
      aria-label={t("replyWindow.closed")}
      className="mx-5 mt-2.5 mb-4 flex min-h-14 flex-wrap items-center gap-x-3 gap-y-2 rounded-card border border-line bg-raised px-4 py-2.5 max-phone:mx-2 max-phone:mb-2"
    >
      <ClockAlert size={17} aria-hidden="true" className="shrink-0 text-warn" />
      <div role="status" className="min-w-0 flex-1 basis-56 text-s">
        <p className="font-semibold">{t("replyWindow.closed")}</p>
        <p className="text-text-2">
          {t(templates ? "replyWindow.templatesUntil" : "replyWindow.nothingUntil", {
            name: ticket.client_name,
          })}
          {(draft.trim() || file) && ` ${t("replyWindow.draftKept")}`}
        </p>
      </div>
      {templates && (
        <Button look="primary" onClick={() => setChoosing(true)}>
          {t("replyWindow.choose")}
        </Button>
      )}
      {choosing && (
        <Suspense>
          <TemplateDialog ticket={ticket} onClose={() => setChoosing(false)} />
        </Suspense>
      )}
    </section>
  );
}
