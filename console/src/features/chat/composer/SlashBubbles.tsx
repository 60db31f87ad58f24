import type { Bubble } from "@parley/contract/bubbles";
import { useTranslation } from "react-i18next";
import { previewOf } from "../bubbles/preview.ts";
import { optionId } from "./use-slash.ts";

type Props = { id: string; found: Bubble[]; active: number; onChoose: (bubble: Bubble) => void };

/** The bubbles that a slash offers, above the text. The focus stays in the text. */
export function SlashBubbles({ id, found, active, onChoose }: Props) {
  const { t } = useTranslation();
  return (
    <div
      id={id}
      role="listbox"
      aria-label={t("composer.slashBubbles")}
      className="absolute inset-x-0 bottom-full z-20 mb-2 max-h-72 animate-arrive overflow-y-auto rounded-card border border-line-strong bg-pane p-1.5 shadow-float"
    >
      {found.map((bubble, index) => (
        // biome-ignore lint/a11y/useFocusableInteractive: the text keeps the focus and names the active one
        // biome-ignore lint/a11y/useKeyWithClickEvents: the text handles the keys
        <div
          key={bubble.bubbleid}
          id={optionId(id, index)}
          role="option"
          aria-selected={index === active}
          ref={(row) => {
            if (index === active) row?.scrollIntoView({ block: "nearest" });
          }}
          // Keeps the focus in the text.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onChoose(bubble)}
          className="flex min-h-11 cursor-pointer items-baseline gap-3 rounded-m px-3 py-2 hover:bg-raised aria-selected:bg-raised-2"
        >
          <span className="max-w-1/2 truncate font-semibold">{bubble.name}</span>
          <span className="min-w-0 flex-1 truncate text-s text-text-2">{previewOf(bubble.content)}</span>
        </div>
      ))}
    </div>
  );
}
