import { Dialog } from "@base-ui/react/dialog";
import type { Ticket } from "@parley/contract/tickets";
import { useQuery } from "@tanstack/react-query";
import { X } from "lucide-react";
import { Suspense } from "react";
import { useTranslation } from "react-i18next";
import { IconButton } from "../../../ui/IconButton.tsx";
import { lazyPart } from "../../../ui/lazy-part.ts";
import { Skeleton } from "../../../ui/Skeleton.tsx";
import { TicketGoals } from "../goals/part.ts";
import { isRouted, offersQuery } from "./offers-query.ts";

const TicketRuleList = lazyPart(
  async () => (await import("./TicketRuleList.tsx")).TicketRuleList,
  "bubbles",
  "fields",
  "organisations",
  "reasons",
  "views",
);
const TicketOffers = lazyPart(async () => (await import("./TicketOffers.tsx")).TicketOffers, "routing");
const AutomaticOutcomes = lazyPart(
  async () => (await import("./AutomaticOutcomes.tsx")).AutomaticOutcomes,
  "automatic",
);

type Props = { ticket: Ticket; onClose: () => void };

/** Explains what the desk did by itself in a ticket, and what not: routing, rules, response goals, automatic messages. */
export function WhySheet({ ticket, onClose }: Props) {
  const { t, i18n } = useTranslation();
  const { ticketid, has_goals } = ticket;
  const { data: routing } = useQuery(offersQuery(ticketid));
  const parts = [
    ...(routing && isRouted(routing) ? [t("rules.why.part.routing")] : []),
    t("rules.why.part.rules"),
    ...(has_goals ? [t("rules.why.part.goals")] : []),
    t("rules.why.part.automatic"),
  ];
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-scrim" />
        <Dialog.Popup className="fixed top-0 right-0 bottom-0 z-50 flex w-[min(480px,100vw)] animate-arrive flex-col border-l border-line-strong bg-pane shadow-float outline-none max-phone:w-full max-phone:border-0">
          <div className="flex shrink-0 items-center justify-between gap-2 border-b border-line py-2 pr-2 pl-5 max-phone:pl-4">
            <Dialog.Title className="min-w-0 font-semibold">{t("rules.why.title")}</Dialog.Title>
            <IconButton label={t("rules.close")} onClick={onClose}>
              <X size={18} />
            </IconButton>
          </div>
          <div className="min-h-0 flex-1 overflow-x-hidden overflow-y-auto px-5 py-4 max-phone:px-4">
            <Dialog.Description className="mb-4 text-s text-text-2">
              {t("rules.why.hint", { parts: new Intl.ListFormat(i18n.language).format(parts) })}
            </Dialog.Description>
            <Suspense fallback={<Skeleton className="h-56 rounded-m" />}>
              <TicketOffers ticketid={ticketid} />
              <h3 className="mb-2.5 font-semibold">{t("rules.why.rules")}</h3>
              <TicketRuleList ticketid={ticketid} />
              {has_goals && (
                <div className="mt-7 border-t border-line pt-1">
                  <TicketGoals ticket={ticket} />
                </div>
              )}
              <AutomaticOutcomes ticketid={ticketid} />
            </Suspense>
          </div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
