import { useTranslation } from "react-i18next";
import { Outcomes } from "../automatic/Outcomes.tsx";

/** The automatic messages of the ticket, under a heading. */
export function AutomaticOutcomes({ ticketid }: { ticketid: string }) {
  const { t } = useTranslation();
  return (
    <section className="mt-7 border-t border-line pt-4">
      <h3 className="mb-1 font-semibold">{t("automatic.whyTitle")}</h3>
      <Outcomes ticketid={ticketid} />
    </section>
  );
}
