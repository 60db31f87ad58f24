import { useTranslation } from "react-i18next";
import { BubbleMarks } from "../bubbles/BubbleMarks.tsx";
import { previewOf } from "../bubbles/preview.ts";
import type { Choice } from "../bubbles/shared-query.ts";
import { OfferedList } from "./OfferedList.tsx";

type Props = { id: string; found: Choice[]; active: number; onChoose: (bubble: Choice) => void };

/** The bubbles that a slash offers. */
export function SlashBubbles({ id, found, active, onChoose }: Props) {
  const { t } = useTranslation();
  const label = t("composer.slashBubbles");
  return (
    <OfferedList {...{ id, label, found, active, onChoose }} keyOf={({ bubbleid }) => bubbleid}>
      {(bubble) => (
        <>
          <span className="max-w-1/2 truncate font-semibold">{bubble.name}</span>
          <span className="min-w-0 flex-1 truncate text-s text-text-2">{previewOf(bubble.content)}</span>
          <BubbleMarks bubble={bubble} />
        </>
      )}
    </OfferedList>
  );
}
