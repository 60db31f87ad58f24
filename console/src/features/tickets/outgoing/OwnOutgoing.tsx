import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { workspacePath } from "../../../paths.ts";
import { Dialog } from "../../../ui/Dialog.tsx";
import { ownOutgoingQuery } from "./own-query.ts";
import { WaitingText } from "./WaitingText.tsx";

/** One's own texts that have not left yet, of all tickets, and for administrators those of colleagues who have left. */
export function OwnOutgoing({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const { data: outgoing = [] } = useQuery(ownOutgoingQuery);
  return (
    <Dialog open wide onClose={onClose} title={t("sendLater.own")}>
      {outgoing.length === 0 && <p className="mt-4 text-text-2">{t("sendLater.none")}</p>}
      <ul className="mt-4 flex flex-col gap-4">
        {outgoing.map((one) => (
          <li key={one.messageid} className="flex flex-col gap-1">
            {one.ticketid ? (
              <Link
                to={workspacePath({ ticket: one.ticketid.slice(0, 8), view: "pending" })}
                onClick={onClose}
                className="inline-flex min-h-9 items-center self-start font-semibold break-words text-accent-text hover:underline max-phone:min-h-11"
              >
                {one.client_name}
              </Link>
            ) : (
              <p className="inline-flex min-h-9 items-center font-semibold break-words max-phone:min-h-11">
                {t("sendLater.begins", { name: one.client_name })}
              </p>
            )}
            <WaitingText one={one} mayDrop />
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
