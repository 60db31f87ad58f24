import type { SpamMark, Ticket } from "@parley/contract/tickets";
import { OctagonAlert } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Banner } from "../../../ui/Banner.tsx";
import { NotSpamDialog } from "./NotSpamDialog.tsx";

/** Says what becomes of new messages in a ticket that is spam, and removes the mark. */
export function SpamStrip({ ticket, spam }: { ticket: Ticket; spam: SpamMark }) {
  const { t } = useTranslation();
  const [asked, setAsked] = useState(false);
  return (
    <Banner tone="warn" icon={<OctagonAlert size={16} />} text={t("spam.strip")}>
      {ticket.can.spam && (
        <button
          type="button"
          onClick={() => setAsked(true)}
          className="shrink-0 font-semibold text-accent-text underline max-phone:min-h-11"
        >
          {t("spam.not")}
        </button>
      )}
      {asked && <NotSpamDialog ticket={ticket} spam={spam} onClose={() => setAsked(false)} />}
    </Banner>
  );
}
