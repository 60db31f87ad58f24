import type { Bubble } from "@parley/contract/bubbles";
import { useTranslation } from "react-i18next";
import { previewOf } from "../bubbles/preview.ts";
import { OfferedList } from "./OfferedList.tsx";

type Props = { id: string; found: Bubble[]; active: number; onChoose: (bubble: Bubble) => void };

/** The bubbles that a slash offers. */
export function SlashBubbles({ id, found, active, onChoose }: Props) {
  const { t } = useTranslation();
  const label = t("composer.slashBubbles");
  return (
    <OfferedList {...{ id, label, found, active, onChoose }} keyOf={({ bubbleid }) => bubbleid}>
      {({ name, content }) => (
        <>
          <span className="max-w-1/2 truncate font-semibold">{name}</span>
          <span className="min-w-0 flex-1 truncate text-s text-text-2">{previewOf(content)}</span>
        </>
      )}
    </OfferedList>
  );
}
