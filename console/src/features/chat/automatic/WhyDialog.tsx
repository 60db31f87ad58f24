import { useTranslation } from "react-i18next";
import { Dialog } from "../../../ui/Dialog.tsx";
import { Outcomes } from "./Outcomes.tsx";

type Props = { ticketid: string; onClose: () => void };

/** Lists the automatic messages of a conversation, and why others were not sent. */
export function WhyDialog({ ticketid, onClose }: Props) {
  const { t } = useTranslation();
  return (
    <Dialog open wide onClose={onClose} title={t("automatic.whyTitle")} description={t("automatic.whyHint")}>
      <div className="mt-4">
        <Outcomes ticketid={ticketid} />
      </div>
    </Dialog>
  );
}
