import type { Ticket } from "@parley/contract/tickets";
import { Forward } from "lucide-react";
import { useTranslation } from "react-i18next";
import { AcceptButton } from "../../tickets/list/AcceptButton.tsx";

/** Stands over the composer of a ticket that is offered to the viewer. */
export function OfferedLine({ ticket }: { ticket: Ticket }) {
  const { t } = useTranslation();
  return (
    <div className="mx-5 mb-2 flex flex-wrap items-center gap-x-2 gap-y-1.5 px-2 text-s text-text-2 max-phone:mx-2">
      <Forward size={14} aria-hidden="true" className="shrink-0 text-accent-text" />
      <p className="min-w-0 flex-1 basis-48">{t("routing.offer.replyAccepts")}</p>
      <AcceptButton ticket={ticket} card />
    </div>
  );
}
