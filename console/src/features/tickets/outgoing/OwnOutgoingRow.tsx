import type { Outgoing } from "@parley/contract/outgoing";
import { useQuery } from "@tanstack/react-query";
import { ChevronRight, Clock } from "lucide-react";
import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { lazyPart } from "../../../ui/lazy-part.ts";
import { useStart } from "../sending/start.ts";
import { ownOutgoingQuery } from "./own-query.ts";

const OwnOutgoing = lazyPart(
  async () => (await import("./OwnOutgoing.tsx")).OwnOutgoing,
  "sendLater",
  "reasons",
);

/** Says above the list how many of one's own texts have not left yet, and opens their list, as a line of the inbox does. */
export function OwnOutgoingRow() {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  useStart("outgoing", () => setOpen(true));
  const { data: outgoing = [] } = useQuery(ownOutgoingQuery);
  const waiting = outgoing.filter(isListed);
  if (waiting.length === 0 && !open) return null;
  const stopped = waiting.some(({ due_on, writer_left }) => due_on === null || writer_left);
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        className={`mb-1 flex min-h-9 w-full items-center gap-2 rounded-[12px] px-2.5 text-s hover:bg-raised max-phone:min-h-11 ${stopped ? "text-danger" : "text-text-2"}`}
      >
        <Clock size={15} aria-hidden="true" />
        {t("tickets.leavesLater", { count: waiting.length })}
        <ChevronRight size={15} aria-hidden="true" className="ml-auto" />
      </button>
      {open && (
        <Suspense>
          <OwnOutgoing onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

/** A held text is in its chat; a mail that begins one has no other place. */
const isListed = ({ held, due_on, ticketid }: Outgoing): boolean =>
  !held || due_on === null || ticketid === null;
