import { useTranslation } from "react-i18next";
import { Button } from "../../../ui/Button.tsx";
import { Dialog } from "../../../ui/Dialog.tsx";
import { reasonText } from "../../../ui/reason-text.ts";
import { forgetRefused, useRefusedTickets } from "./refused-tickets.ts";

/** Names the tickets that could not be changed, each with its reason. */
export function RefusedTickets() {
  const { t } = useTranslation();
  const { refused } = useRefusedTickets();
  return (
    <Dialog open onClose={forgetRefused} title={t("many.refused", { count: refused.length })}>
      <ul className="mt-4 grid max-h-[50dvh] gap-3 overflow-auto">
        {refused.map(({ ticket, refused: { message, reason } }) => (
          <li key={ticket.ticketid}>
            <p className="font-semibold">{ticket.client_name}</p>
            <p className="text-s text-text-2">{reasonText(t, reason, message)}</p>
          </li>
        ))}
      </ul>
      <div className="mt-6 flex justify-end">
        <Button onClick={forgetRefused}>{t("common.dismiss")}</Button>
      </div>
    </Dialog>
  );
}
