import { type RuleEvent, ruleEventNames } from "@parley/contract/rule-words";
import { useId } from "react";
import { useTranslation } from "react-i18next";
import { MultiSelect } from "../../../ui/MultiSelect.tsx";
import { Select } from "../../../ui/Select.tsx";
import { waitUnits } from "../../tickets/rules/words.ts";
import { type Draft, type Fault, waitOf, waitsOf } from "./draft.ts";
import { FaultText } from "./FaultText.tsx";

type Props = { draft: Draft; faults: Fault[]; onChange: (to: Partial<Draft>) => void };

/** The choice of what the rule hears: events, that nothing happens for a time, or that a goal is due soon. */
export function WhenFields({ draft, faults, onChange }: Props) {
  const { t } = useTranslation();
  return (
    <>
      <Select
        label={t("rules.hearsLabel")}
        value={draft.hears}
        options={(["event", "wait", "goal"] as const).map((value) => ({
          value,
          label: t(`rules.hears.${value}`),
        }))}
        onChange={(hears) => onChange({ hears })}
        className="w-full"
      />
      {draft.hears === "event" ? (
        <>
          <MultiSelect
            label={t("rules.events")}
            values={draft.events}
            placeholder={t("rules.chooseEvents")}
            invalid={faults.some(({ at }) => at === "events")}
            options={ruleEventNames.map((value) => ({ value, label: t(`rules.event.${value}`) }))}
            onChange={(events) => onChange({ events: events as RuleEvent[] })}
            className="w-full"
          />
          <FaultText faults={faults} at="events" focusable />
        </>
      ) : (
        <Wait draft={draft} faults={faults} onChange={onChange} />
      )}
    </>
  );
}

function Wait({ draft, faults, onChange }: Props) {
  const { t } = useTranslation();
  const id = useId();
  const isWrong = faults.some(({ at }) => at === "amount");
  return (
    <>
      <div className="flex flex-wrap gap-2">
        <Select
          label={t(draft.hears === "goal" ? "rules.goalLabel" : "rules.waitLabel")}
          value={waitOf(draft)}
          options={waitsOf(draft.hears).map((value) => ({ value, label: t(`rules.waits.${value}`) }))}
          onChange={(wait) => onChange({ wait })}
          className="min-w-48 flex-1"
        />
        <input
          type="number"
          min={1}
          step={1}
          inputMode="numeric"
          aria-label={t(draft.hears === "goal" ? "rules.amountBefore" : "rules.amount")}
          aria-invalid={isWrong || undefined}
          aria-describedby={isWrong ? id : undefined}
          data-fault={isWrong || undefined}
          value={draft.amount}
          onChange={({ target }) => onChange({ amount: target.value })}
          className="h-9 w-24 min-w-0 rounded-m border border-line-strong bg-raised px-3 text-s outline-none focus:border-accent-text aria-invalid:border-danger max-phone:h-11"
        />
        <Select
          label={t("views.unitLabel")}
          value={draft.unit}
          options={waitUnits.map((value) => ({ value, label: t(`views.unit.${value}`) }))}
          onChange={(unit) => onChange({ unit })}
          className="min-w-28"
        />
        {draft.hears === "wait" && (
          <Select
            label={t("rules.counts")}
            value={draft.inHours ? "open" : "all"}
            options={(["open", "all"] as const).map((value) => ({
              value,
              label: t(`rules.counted.${value}`),
            }))}
            onChange={(counted) => onChange({ inHours: counted === "open" })}
            className="min-w-44"
          />
        )}
      </div>
      <FaultText faults={faults} at="amount" id={id} />
    </>
  );
}
