import { MessageSquareQuote } from "lucide-react";
import { createContext, useContext } from "react";
import { useTranslation } from "react-i18next";
import { preloadedPart } from "../../../ui/lazy-part.ts";
import type { Choice } from "../bubbles/shared-query.ts";
import type { BubblePanelProps } from "./BubblePanel.tsx";
import { PanelButton, type PanelProps } from "./PanelButton.tsx";

const BubblePanel = preloadedPart<BubblePanelProps>(
  async () => (await import("./BubblePanel.tsx")).BubblePanel,
  "bubbles",
);

type Where = Pick<BubblePanelProps, "ticketid" | "macros">;
const WhereContext = createContext<Where>({ ticketid: null, macros: false });

/** Offers bubbles of one's own and shared ones, those in the client's language first. */
export function BubbleButton({
  ticketid,
  macros,
  ...props
}: Pick<PanelProps<Choice>, "onChoose" | "field"> & Where) {
  const { t } = useTranslation();
  return (
    <WhereContext value={{ ticketid, macros }}>
      <PanelButton label={t("composer.bubble")} panel={PlacedPanel} {...props}>
        <MessageSquareQuote size={18} />
      </PanelButton>
    </WhereContext>
  );
}

const PlacedPanel = (props: PanelProps<Choice>) => <BubblePanel {...props} {...useContext(WhereContext)} />;
