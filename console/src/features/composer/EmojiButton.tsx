import { Smile } from "lucide-react";
import { lazy } from "react";
import { useTranslation } from "react-i18next";
import { loadEmojiPanel } from "./later.ts";
import { PanelButton, type PanelProps } from "./PanelButton.tsx";

const EmojiPanel = lazy(loadEmojiPanel);

export function EmojiButton(props: Pick<PanelProps, "onChoose" | "field">) {
  const { t } = useTranslation();
  return (
    <PanelButton label={t("composer.emoji")} panel={EmojiPanel} {...props}>
      <Smile size={18} />
    </PanelButton>
  );
}
