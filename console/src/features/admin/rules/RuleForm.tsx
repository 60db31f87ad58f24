import { ruleLimits } from "@parley/contract/rule-words";
import type { Rule, RuleList } from "@parley/contract/rules";
import { hashKey, useQuery } from "@tanstack/react-query";
import { ArrowLeft } from "lucide-react";
import { type FormEvent, type ReactNode, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { departmentsQuery } from "../../../api/queries.ts";
import { Button } from "../../../ui/Button.tsx";
import { CheckRow } from "../../../ui/CheckRow.tsx";
import { Field } from "../../../ui/Field.tsx";
import { MultiSelect } from "../../../ui/MultiSelect.tsx";
import { toast } from "../../../ui/toast.ts";
import { failureText } from "../../session/failure-text.ts";
import { RuleSentence } from "../../tickets/rules/RuleSentence.tsx";
import { useRuleWords } from "../../tickets/rules/words.ts";
import { ConditionGroup } from "../../tickets/views/ConditionGroup.tsx";
import { changePart } from "../../tickets/views/editing.ts";
import { UnsavedBar } from "../../unsaved/UnsavedBar.tsx";
import { leaveForm } from "../../unsaved/unsaved.ts";
import { ActionList } from "./ActionList.tsx";
import { type Draft, draftOf, entered, faultsOf, newDraft } from "./draft.ts";
import { FaultText } from "./FaultText.tsx";
import { Meanwhile } from "./Meanwhile.tsx";
import { useRuleSettings } from "./rule-settings.ts";
import { TryPanel } from "./TryPanel.tsx";
import { WhenFields } from "./WhenFields.tsx";

/** Without an id a new rule is written. */
type Props = { ruleid: string | null; list: RuleList; onDone: () => void };

/** A rule that is written or changed, as a sentence: when, if, then. It is tried below before it is saved. */
export function RuleForm({ ruleid, list, onDone }: Props) {
  const { t } = useTranslation();
  const { data: departments = [] } = useQuery(departmentsQuery);
  const [rule] = useState(() => list.rules.find((one) => one.ruleid === ruleid) ?? null);
  const [begun] = useState(() => (rule ? draftOf(rule) : newDraft()));
  const [draft, setDraft] = useState<Draft>(begun);
  const [refers, setRefers] = useState<Rule["refers"]>(rule?.refers ?? []);
  const [tried, setTried] = useState(false);
  const [base, setBase] = useState(rule?.version ?? 0);
  const form = useRef<HTMLFormElement>(null);
  const { save } = useRuleSettings();
  const words = useRuleWords(refers, { zone: list.time_zone });
  const change = (to: Partial<Draft>) => setDraft((before) => ({ ...before, ...to }));
  const faults = faultsOf(draft);
  const shown = tried ? faults : [];
  const settings = entered(draft);
  const newest = rule && (list.rules.find((one) => one.ruleid === rule.ruleid) ?? null);
  const isGone = rule !== null && newest === null && !save.isSuccess;
  const isOlder = newest !== null && newest.version > base && !save.isPending && !save.isSuccess;

  function write(version: number) {
    setTried(true);
    if (faults.length > 0) {
      // Once they are drawn, the first of the fields that cannot be saved.
      requestAnimationFrame(() => form.current?.querySelector<HTMLElement>("[data-fault]")?.focus());
      return;
    }
    const of = rule && !isGone ? { ruleid: rule.ruleid, version } : null;
    const onSuccess = () => {
      toast(t("rules.saved"));
      onDone();
    };
    save.mutate({ settings, rule: of }, { onSuccess });
  }
  function submit(event: FormEvent) {
    event.preventDefault();
    write(base);
  }
  function discard() {
    setDraft(begun);
    setTried(false);
    save.reset();
  }
  /** The newest version stays in the list of versions. */
  function writeOver() {
    if (!newest) return;
    setBase(newest.version);
    save.reset();
    write(newest.version);
  }

  return (
    <div className="grid max-w-4xl grid-cols-[minmax(0,1fr)] gap-4">
      <form
        ref={form}
        onSubmit={submit}
        noValidate
        className="grid grid-cols-[minmax(0,1fr)] gap-5 rounded-card border border-line bg-pane p-5 max-phone:px-4"
      >
        <div className="flex flex-wrap items-center gap-3">
          <Button look="quiet" size="small" icon={<ArrowLeft size={15} />} onClick={() => leaveForm(onDone)}>
            {t("rules.back")}
          </Button>
          {rule && (
            <span className="text-xs text-text-3">{t("rules.version", { version: rule.version })}</span>
          )}
        </div>
        {(isGone || isOlder) && <Meanwhile newest={newest} busy={save.isPending} onWriteOver={writeOver} />}
        <Field
          label={t("rules.name")}
          required
          maxLength={ruleLimits.name}
          value={draft.name}
          onChange={({ target }) => change({ name: target.value })}
          fault={shown.some(({ at }) => at === "name") ? t("rules.fault.name") : null}
          {...(shown.some(({ at }) => at === "name") && { "data-fault": true })}
        />
        <RuleSentence
          rule={{
            ...settings,
            actions: draft.actions.flatMap(({ key, action }) =>
              faults.some(({ at }) => at === key) ? [] : [action],
            ),
          }}
          words={words}
          className="rounded-m bg-raised px-3.5 py-2.5"
        />
        <Part word={t("rules.when")}>
          <WhenFields draft={draft} faults={shown} onChange={change} />
        </Part>
        <Part word={t("rules.if")}>
          {draft.group.parts.length === 0 && <p className="text-s text-text-2">{t("rules.always")}</p>}
          <ConditionGroup
            use="rule"
            group={draft.group}
            refers={refers}
            onChange={(group) => change({ group })}
            onPart={(id, to) =>
              setDraft((before) => ({ ...before, group: changePart(before.group, id, to) }))
            }
          />
          <FaultText faults={shown} at="condition" focusable />
        </Part>
        <Part word={t("rules.then")}>
          <ActionList
            actions={draft.actions}
            departments={departments}
            faults={shown}
            nameOf={words.nameOf}
            onNamed={(named) => setRefers((before) => [...before, named])}
            onChange={(actions) => change({ actions })}
          />
        </Part>
        <Part word={t("rules.where")}>
          <MultiSelect
            label={t("rules.departments")}
            values={draft.departmentids}
            placeholder={t("rules.everyDepartment")}
            options={departments.map(({ departmentid, department_name }) => ({
              value: departmentid,
              label: department_name,
            }))}
            onChange={(departmentids) => change({ departmentids })}
            className="w-full"
          />
          <CheckRow label={t("rules.stops")} checked={draft.stops} onChange={(stops) => change({ stops })} />
          <CheckRow
            label={t("rules.enabled")}
            checked={draft.enabled}
            onChange={(enabled) => change({ enabled })}
          />
        </Part>
        <p role="alert" className="text-s break-words whitespace-pre-line text-danger empty:hidden">
          {shown.length > 0
            ? t("rules.incomplete")
            : save.error && !isOlder && !isGone && failureText(save.error, t)}
        </p>
        <UnsavedBar
          changed={!save.isSuccess && hashKey([draft]) !== hashKey([begun])}
          save={t("rules.save")}
          pending={save.isPending}
          onDiscard={discard}
          onCancel={() => leaveForm(onDone)}
        />
      </form>
      <TryPanel
        settings={faults.length === 0 ? settings : null}
        before={newest}
        refers={refers}
        zone={list.time_zone}
        onIncomplete={() => setTried(true)}
      />
    </div>
  );
}

/** A part of the sentence: its word stands before it, on a phone above it. */
function Part({ word, children }: { word: string; children: ReactNode }) {
  return (
    <fieldset className="grid min-w-0 grid-cols-[72px_minmax(0,1fr)] gap-x-4 gap-y-1.5 max-phone:grid-cols-1">
      <legend className="sr-only">{word}</legend>
      <span aria-hidden="true" className="pt-1.5 text-s font-semibold text-text-2 max-phone:pt-0">
        {word}
      </span>
      <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-2">{children}</div>
    </fieldset>
  );
}
