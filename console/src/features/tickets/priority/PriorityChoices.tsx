import { type Priority, priorities } from "@parley/contract/priorities";
import { Check } from "lucide-react";
import { useTranslation } from "react-i18next";
import { priorityLook } from "./priority-look.ts";

type Props = {
  /** Omitted where several tickets may differ. */
  chosen?: Priority;
  disabled: boolean;
  onChoose: (priority: Priority) => void;
};

/** The priorities, the highest first. */
export function PriorityChoices({ chosen, disabled, onChoose }: Props) {
  const { t } = useTranslation();
  return (
    <ul className="mt-4 flex flex-col">
      {priorities.toReversed().map((priority) => {
        const { Icon, tone } = priorityLook[priority];
        return (
          <li key={priority}>
            <button
              type="button"
              disabled={disabled}
              aria-pressed={chosen && chosen === priority}
              onClick={() => onChoose(priority)}
              className="flex min-h-11 w-full items-center gap-3 rounded-m px-3 py-2 text-left hover:bg-raised focus-visible:relative focus-visible:z-10"
            >
              <Icon size={17} aria-hidden="true" className={`shrink-0 ${tone}`} />
              {t(`tickets.priorities.${priority}`)}
              {chosen === priority && (
                <Check size={15} aria-hidden="true" className="ml-auto shrink-0 text-accent-text" />
              )}
            </button>
          </li>
        );
      })}
    </ul>
  );
}
