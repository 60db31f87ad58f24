import type { Priority } from "@parley/contract/priorities";
import { useTranslation } from "react-i18next";
import { priorityLook } from "./priority-look.ts";

/** A small sign of a priority that is not normal. */
export function PriorityMark({ priority = "normal" }: { priority?: Priority | undefined }) {
  const { t } = useTranslation();
  if (priority === "normal") return null;
  const { Icon, tone } = priorityLook[priority];
  const words = t(`tickets.priorities.${priority}`);
  return (
    <span title={words} className={`inline-block shrink-0 ${tone}`}>
      <Icon size={14} aria-hidden="true" className="inline align-[-2px]" />
      <span className="sr-only">{words}</span>
    </span>
  );
}
