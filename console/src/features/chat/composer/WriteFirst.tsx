import type { Ticket } from "@parley/contract/tickets";
import { useQuery } from "@tanstack/react-query";
import { MessageSquarePlus } from "lucide-react";
import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { ticketQuery } from "../../../api/queries.ts";
import { Button } from "../../../ui/Button.tsx";
import { preloadedPart } from "../../../ui/lazy-part.ts";
import { shortenName } from "../../../ui/shorten.ts";

const WriteFirstDialog = preloadedPart(
  async () => (await import("./WriteFirstDialog.tsx")).WriteFirstDialog,
  "reasons",
);

/** Begins a new conversation with the client of a closed ticket, where they can be reached. */
export function WriteFirst({ ticket }: { ticket: Ticket }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  // Only a ticket that is fetched alone says so, and a client may have left since.
  const { data } = useQuery({ ...ticketQuery(ticket.ticketid), refetchOnMount: "always" });
  if (!data?.begins) return null;
  return (
    <>
      <Button
        look="primary"
        className="min-h-11 max-w-full"
        icon={<MessageSquarePlus size={16} />}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <span dir="auto" className="min-w-0 truncate">
          {t("composer.writeTo", { name: shortenName(ticket.client_name) })}
        </span>
      </Button>
      {open && (
        <Suspense>
          <WriteFirstDialog ticket={ticket} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
