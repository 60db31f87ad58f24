import { testSteps } from "@parley/contract/channel-states";
import type { TestStep } from "@parley/contract/channels";
import { Circle, CircleCheck, CircleX, LoaderCircle } from "lucide-react";
import { useTranslation } from "react-i18next";
import { reasonText } from "../../ui/reason-text.ts";

/** `returns`: the message is to come back. */
type Props = { steps: TestStep[]; running: boolean; sends: boolean; returns: boolean };
type StepState = "passed" | "failed" | "running" | "notReached";

const looks: Record<StepState, { colour: string; Icon: typeof Circle }> = {
  passed: { colour: "text-ok", Icon: CircleCheck },
  failed: { colour: "text-danger", Icon: CircleX },
  running: { colour: "text-text-2", Icon: LoaderCircle },
  notReached: { colour: "text-text-3", Icon: Circle },
};

/** The steps of a test, those to come included. */
export function TestSteps({ steps, running, sends, returns }: Props) {
  const { t } = useTranslation();
  const named = testSteps.filter((name) => (name === "returning" ? returns : sends || name !== "sending"));
  const next = running ? named[steps.length] : undefined;
  return (
    <ol aria-label={t("channels.test.steps")} aria-live="polite" className="grid gap-2.5 text-s">
      {named.map((name) => {
        const step = steps.find((one) => one.name === name);
        const state = step ? (step.ok ? "passed" : "failed") : name === next ? "running" : "notReached";
        const { colour, Icon } = looks[state];
        return (
          <li key={name} className="flex items-start gap-2.5">
            <Icon
              size={18}
              role="img"
              aria-label={t(`channels.test.${state}`)}
              className={`mt-px shrink-0 ${colour} ${state === "running" ? "animate-spin" : ""}`}
            />
            <span className={`min-w-0 flex-1 break-words ${step ? "" : "text-text-3"}`}>
              {t(`channels.test.step.${name}`)}
              {step?.reason && <span className="block text-text-2">{reasonText(t, step.reason)}</span>}
            </span>
            {step && (
              <span className="shrink-0 text-text-3 tabular-nums">
                {t("channels.test.ms", { ms: step.ms })}
              </span>
            )}
          </li>
        );
      })}
    </ol>
  );
}
