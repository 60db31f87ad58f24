import type { LeavingChoice } from "@parley/contract/leaving";
import { Clock, DoorOpen, Sunrise } from "lucide-react";
import { useTranslation } from "react-i18next";
import { showDateTime } from "../../../ui/time.ts";
import { type LeavingPlace, useLeavingTimes } from "./outgoing.ts";

type Choice = Exclude<LeavingChoice, "held">;
type Props = { place: LeavingPlace; disabled: boolean; onChoose: (choice: Choice) => void };

const icons = { opening: DoorOpen, hour: Clock, tomorrow: Sunrise } satisfies Record<Choice, unknown>;
const choices = Object.keys(icons) as Choice[];

/** The times at which texts leave most often. The opening is offered where hours are set. */
export function LeavingChoices({ place, disabled, onChoose }: Props) {
  const { t } = useTranslation();
  const opening = useLeavingTimes(place)?.opening;
  return (
    <ul className="mt-4 flex flex-col">
      {choices
        .filter((choice) => choice !== "opening" || opening)
        .map((choice) => {
          const Icon = icons[choice];
          return (
            <li key={choice}>
              <button
                type="button"
                disabled={disabled}
                onClick={() => onChoose(choice)}
                className="flex min-h-11 w-full items-center gap-3 rounded-m px-3 py-2 text-left hover:bg-raised focus-visible:relative focus-visible:z-10"
              >
                <Icon size={17} aria-hidden="true" className="shrink-0 text-text-2" />
                <span className="min-w-0 flex-1">{t(`sendLater.choice.${choice}`)}</span>
                {choice === "opening" && opening && (
                  <span className="text-xs text-text-3 tabular-nums">{showDateTime(opening)}</span>
                )}
              </button>
            </li>
          );
        })}
    </ul>
  );
}
