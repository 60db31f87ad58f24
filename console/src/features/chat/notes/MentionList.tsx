import { User, Users } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { Candidate } from "./mentions.ts";
import { optionId } from "./use-mentions.ts";

type Props = { id: string; found: Candidate[]; active: number; onChoose: (candidate: Candidate) => void };

/** The colleagues and departments that an `@` offers, above the text. The focus stays in the text. */
export function MentionList({ id, found, active, onChoose }: Props) {
  const { t } = useTranslation();
  if (found.length === 0) return null;
  return (
    <div
      id={id}
      role="listbox"
      aria-label={t("notes.mention")}
      className="absolute inset-x-0 bottom-full z-20 mb-2 max-h-72 animate-arrive overflow-y-auto rounded-card border border-line-strong bg-pane p-1.5 text-m shadow-float"
    >
      {found.map((candidate, index) => (
        // biome-ignore lint/a11y/useFocusableInteractive: the text keeps the focus and names the active one
        // biome-ignore lint/a11y/useKeyWithClickEvents: the text handles the keys
        <div
          key={candidate.id}
          id={optionId(id, index)}
          role="option"
          aria-selected={index === active}
          ref={(row) => {
            if (index === active) row?.scrollIntoView({ block: "nearest" });
          }}
          // Keeps the focus in the text.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onChoose(candidate)}
          className="flex min-h-11 cursor-pointer items-center gap-3 rounded-m px-3 py-2 hover:bg-raised aria-selected:bg-raised-2"
        >
          {candidate.kind === "agent" ? (
            <User size={16} aria-hidden="true" className="shrink-0 text-text-3" />
          ) : (
            <Users size={16} aria-hidden="true" className="shrink-0 text-text-3" />
          )}
          <span className="min-w-0 truncate font-semibold">{candidate.name}</span>
          <span className="min-w-0 flex-1 truncate text-s text-text-2">
            {candidate.hint ?? t("notes.wholeDepartment")}
          </span>
        </div>
      ))}
    </div>
  );
}
