import { Smile } from "lucide-react";
import { useTranslation } from "react-i18next";
import { preloadedPart } from "../../../ui/lazy-part.ts";
import { PanelButton, type PanelProps } from "./PanelButton.tsx";

const EmojiPanel = preloadedPart(async () => (await import("./EmojiPanel.tsx")).EmojiPanel, "emoji");

export function EmojiButton(props: Pick<PanelProps, "onChoose" | "field">) {
  const { t } = useTranslation();
  return (
    <PanelButton label={t("composer.emoji")} panel={EmojiPanel} {...props}>
      <Smile size={18} />
    </PanelButton>
  );
}
