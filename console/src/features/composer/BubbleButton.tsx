import { MessageSquareQuote } from "lucide-react";
import { lazy } from "react";
import { useTranslation } from "react-i18next";
import { loadBubblePanel } from "./later.ts";
import { PanelButton, type PanelProps } from "./PanelButton.tsx";

const BubblePanel = lazy(loadBubblePanel);

export function BubbleButton(props: Pick<PanelProps, "onChoose" | "field">) {
  const { t } = useTranslation();
  return (
    <PanelButton label={t("composer.bubble")} panel={BubblePanel} {...props}>
      <MessageSquareQuote size={18} />
    </PanelButton>
  );
}
