import type { Ticket } from "@parley/contract/tickets";
import { ClockAlert } from "lucide-react";
import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../../ui/Button.tsx";
import { preloadedPart } from "../../../ui/lazy-part.ts";
import { useHeld } from "../../tickets/sending/guard.ts";
import { useDraft } from "./use-draft.ts";

const TemplateDialog = preloadedPart(
  async () => (await import("../../tickets/templates/TemplateDialog.tsx")).TemplateDialog,
  "templates",
);

/** Replaces the text field after the reply window: shows templates, where the channel has them. The draft stays. */
export function WindowClosed({ ticket }: { ticket: Ticket }) {
  const { t } = useTranslation();
  const [choosing, setChoosing] = useState(false);
  const [draft] = useDraft(ticket.ticketid);
  const file = useHeld((all) => all[ticket.ticketid]?.file);
  const templates = ticket.channel.can.includes("template");
  // The desk wrote first, by a template: no window was ever open.
  const unanswered = templates && ticket.client_messages === 0;
  const title = t(unanswered ? "replyWindow.notOpenYet" : "replyWindow.closed");
  const { client_name: name } = ticket;
  const first = unanswered
    ? t("replyWindow.templatesFirst", { name })
    : t("replyWindow.templatesUntil", { name });
  const until = templates ? first : t("replyWindow.nothingUntil", { name });
  return (
    <section
      aria-label={title}
      className="mx-5 mb-4 flex min-h-14 flex-wrap items-center gap-x-3 gap-y-2 rounded-card border border-line bg-raised px-4 py-2.5 max-phone:mx-2 max-phone:mb-2"
    >
      <ClockAlert size={17} aria-hidden="true" className="shrink-0 text-warn" />
      <div role="status" className="min-w-0 flex-1 basis-56 text-s">
        <p className="font-semibold">{title}</p>
        <p className="text-text-2">
          {until}
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
