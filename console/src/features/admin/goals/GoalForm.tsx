import { goalLimits } from "@parley/contract/goal-limits";
import { goalNames } from "@parley/contract/goal-words";
import type { GoalPolicyList } from "@parley/contract/goals";
import { priorities } from "@parley/contract/priorities";
import { hashKey } from "@tanstack/react-query";
import { ArrowLeft } from "lucide-react";
import { type FormEvent, type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../../ui/Button.tsx";
import { CheckRow } from "../../../ui/CheckRow.tsx";
import { Field } from "../../../ui/Field.tsx";
import { toast } from "../../../ui/toast.ts";
import { failureText } from "../../session/failure-text.ts";
import { ConditionGroup } from "../../tickets/views/ConditionGroup.tsx";
import { changePart } from "../../tickets/views/editing.ts";
import { UnsavedBar } from "../../unsaved/UnsavedBar.tsx";
import { leaveForm } from "../../unsaved/unsaved.ts";
import { type Draft, draftOf, entered, faultsOf, isWrong, newDraft } from "./draft.ts";
import { useGoalSettings } from "./queries.ts";
import { TryPanel } from "./TryPanel.tsx";

/** Without an id a new policy is written. */
type Props = { policyid: string | null; list: GoalPolicyList; onDone: () => void };

/** A policy as a sentence: for which tickets, within how long, what counts. It is tried below before it is saved. */
export function GoalForm({ policyid, list, onDone }: Props) {
  const { t } = useTranslation();
  const [policy] = useState(() => list.policies.find((one) => one.policyid === policyid) ?? null);
  const [begun] = useState(() => (policy ? draftOf(policy) : newDraft()));
  const [draft, setDraft] = useState<Draft>(begun);
  const [tried, setTried] = useState(false);
  const { save } = useGoalSettings();
  const change = (to: Partial<Draft>) => setDraft((before) => ({ ...before, ...to }));
  const faults = faultsOf(draft);
  const shown = tried ? faults : [];
  const { minutes } = draft;

  function submit(event: FormEvent) {
    event.preventDefault();
    setTried(true);
    if (faults.length > 0) return;
    const onSuccess = () => {
      toast(t("goals.saved"));
      onDone();
    };
    save.mutate({ settings: entered(draft), policyid: policy?.policyid ?? null }, { onSuccess });
  }
  function discard() {
    setDraft(begun);
    setTried(false);
    save.reset();
  }

  return (
    <div className="grid max-w-4xl grid-cols-[minmax(0,1fr)] gap-4">
      <form
        onSubmit={submit}
        noValidate
        className="grid grid-cols-[minmax(0,1fr)] gap-5 rounded-card border border-line bg-pane p-5 max-phone:px-4"
      >
        <div>
          <Button look="quiet" size="small" icon={<ArrowLeft size={15} />} onClick={() => leaveForm(onDone)}>
            {t("goals.back")}
          </Button>
        </div>
        <Field
          label={t("goals.name")}
          required
          maxLength={goalLimits.name}
          value={draft.name}
          onChange={({ target }) => change({ name: target.value })}
          fault={shown.includes("name") ? t("goals.fault.name") : null}
        />
        <Part word={t("goals.for")}>
          {draft.group.parts.length === 0 && <p className="text-s text-text-2">{t("goals.always")}</p>}
          <ConditionGroup
            use="goal"
            group={draft.group}
            refers={policy?.refers ?? []}
            onChange={(group) => change({ group })}
            onPart={(id, to) =>
              setDraft((before) => ({ ...before, group: changePart(before.group, id, to) }))
            }
          />
        </Part>
        <Part word={t("goals.within")}>
          {goalNames.map((goal) => (
            <fieldset key={goal} className="grid min-w-0 gap-1.5">
              <legend className="text-s font-semibold">{t(`goals.goal.${goal}`)}</legend>
              <div className="grid grid-cols-4 gap-2 max-phone:grid-cols-2">
                {priorities.map((priority) => (
                  <label key={priority} className="grid min-w-0 content-end gap-1 text-xs text-text-2">
                    <span className="min-w-0 break-words">{t(`tickets.priorities.${priority}`)}</span>
                    <input
                      inputMode="numeric"
                      aria-label={t("goals.minutesOf", {
                        goal: t(`goals.goal.${goal}`),
                        priority: t(`tickets.priorities.${priority}`),
                      })}
                      aria-invalid={isWrong(minutes[goal][priority]) || undefined}
                      value={minutes[goal][priority]}
                      onChange={({ target }) =>
                        change({
                          minutes: { ...minutes, [goal]: { ...minutes[goal], [priority]: target.value } },
                        })
                      }
                      className="h-11 min-w-0 rounded-m border border-line-strong bg-raised px-3 text-text tabular-nums aria-invalid:border-danger"
                    />
                  </label>
                ))}
              </div>
            </fieldset>
          ))}
          <p className="text-xs text-text-3">{t("goals.minutesHint")}</p>
        </Part>
        <Part word={t("goals.counts")}>
          <CheckRow
            label={t("goals.inHours")}
            checked={draft.inHours}
            onChange={(inHours) => change({ inHours })}
          />
          <CheckRow
            label={t("goals.pauses")}
            checked={draft.pauses}
            onChange={(pauses) => change({ pauses })}
          />
        </Part>
        <p role="alert" className="text-s break-words whitespace-pre-line text-danger empty:hidden">
          {shown.length > 0
            ? shown.map((fault) => t(`goals.fault.${fault}`, { max: goalLimits.minutes })).join("\n")
            : save.error && failureText(save.error, t)}
        </p>
        <UnsavedBar
          changed={!save.isSuccess && hashKey([draft]) !== hashKey([begun])}
          save={t("goals.save")}
          pending={save.isPending}
          onDiscard={discard}
          onCancel={() => leaveForm(onDone)}
        />
      </form>
      <TryPanel
        settings={faults.length === 0 ? entered(draft) : null}
        zone={list.time_zone}
        onIncomplete={() => setTried(true)}
      />
    </div>
  );
}

/** A part of the sentence: its word stands before it, on a phone above it. */
function Part({ word, children }: { word: string; children: ReactNode }) {
  return (
    <fieldset className="grid min-w-0 grid-cols-[88px_minmax(0,1fr)] gap-x-4 gap-y-1.5 max-phone:grid-cols-1">
      <legend className="sr-only">{word}</legend>
      <span aria-hidden="true" className="pt-1.5 text-s font-semibold break-words text-text-2 max-phone:pt-0">
        {word}
      </span>
      <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-3">{children}</div>
    </fieldset>
  );
}
