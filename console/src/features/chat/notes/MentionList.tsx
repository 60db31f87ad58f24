import { User, Users } from "lucide-react";
import { useTranslation } from "react-i18next";
import { OfferedList } from "../composer/OfferedList.tsx";
import type { Candidate } from "./mentions.ts";

type Props = { id: string; found: Candidate[]; active: number; onChoose: (candidate: Candidate) => void };

/** The colleagues and departments that an `@` offers. */
export function MentionList({ id, found, active, onChoose }: Props) {
  const { t } = useTranslation();
  if (found.length === 0) return null;
  const label = t("notes.mention");
  return (
    <OfferedList {...{ id, label, found, active, onChoose }} keyOf={(candidate) => candidate.id}>
      {({ kind, name, hint }) => {
        const Icon = kind === "agent" ? User : Users;
        return (
          <>
            <Icon size={16} aria-hidden="true" className="shrink-0 self-center text-text-3" />
            <span className="min-w-0 truncate font-semibold">{name}</span>
            <span className="min-w-0 flex-1 truncate text-s text-text-2">
              {hint ?? t("notes.wholeDepartment")}
            </span>
          </>
        );
      }}
    </OfferedList>
  );
}
