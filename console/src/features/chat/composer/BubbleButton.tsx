import { MessageSquareQuote } from "lucide-react";
import { useTranslation } from "react-i18next";
import { preloadedPart } from "../../../ui/lazy-part.ts";
import { PanelButton, type PanelProps } from "./PanelButton.tsx";

const BubblePanel = preloadedPart(async () => (await import("./BubblePanel.tsx")).BubblePanel, "bubbles");

export function BubbleButton(props: Pick<PanelProps, "onChoose" | "field">) {
  const { t } = useTranslation();
  return (
    <PanelButton label={t("composer.bubble")} panel={BubblePanel} {...props}>
      <MessageSquareQuote size={18} />
    </PanelButton>
  );
}
