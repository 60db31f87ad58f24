import type { OpeningHours } from "@parley/contract/open-days";
import { hashKey } from "@tanstack/react-query";
import { type FormEvent, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../../ui/Button.tsx";
import { ZoneSelect } from "../../../ui/ZoneSelect.tsx";
import { UnsavedBar } from "../../unsaved/UnsavedBar.tsx";
import { Choice } from "./Choice.tsx";
import { hasIssues, issuesOf, settled, sorted, usualHours } from "./draft.ts";
import { Exceptions } from "./Exceptions.tsx";
import { TwoWeeks } from "./TwoWeeks.tsx";
import { WeekDays } from "./WeekDays.tsx";

type Props = {
  /** Null: the company's are not set, or a department has the company's. */
  saved: OpeningHours | null;
  /** The hours of a department without its own. */
  inherited: OpeningHours | null;
  isDepartment: boolean;
  zone: string;
  saving: boolean;
  error: string | null;
  onSave: (hours: OpeningHours | null) => void;
};

/** The hours of the company or a department, as a draft until they are saved. */
export function HoursForm({ saved, inherited, isDepartment, zone, saving, error, onSave }: Props) {
  const { t } = useTranslation();
  const [draft, setDraft] = useState(saved);
  const [base, setBase] = useState(saved);
  const form = useRef<HTMLFormElement>(null);
  // Compares hours whose keys come in any order.
  const same = (one: OpeningHours | null, other: OpeningHours | null) =>
    hashKey([one && sorted(one)]) === hashKey([other && sorted(other)]);
  const entered = draft && settled(draft);
  const changed = !same(entered, base);
  const changedElsewhere = !same(saved, base);
  const reset = () => {
    setDraft(saved);
    setBase(saved);
  };
  // Saved hours, from here or another administrator, replace a draft that equals them or was not touched.
  if (changedElsewhere && (!changed || same(entered, saved))) reset();
  const issues = entered && issuesOf(entered);
  const own = draft ?? inherited ?? usualHours(zone);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (issues && hasIssues(issues)) {
      form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
      return;
    }
    onSave(entered && sorted(entered));
  };
  const shown = entered ?? inherited;
  return (
    <form ref={form} onSubmit={submit} className="grid gap-5 rounded-card border border-line bg-pane p-5">
      <Choice
        own={draft !== null}
        isDepartment={isDepartment}
        onChange={(wanted) => setDraft(wanted ? (saved ?? own) : null)}
      />
      {shown && <TwoWeeks hours={shown} />}
      {draft && issues && (
        <>
          <ZoneSelect
            label={t("openingHours.zone")}
            value={draft.time_zone}
            onChange={(time_zone) => setDraft({ ...draft, time_zone })}
          >
            <p className="text-xs text-text-3">{t("openingHours.zoneHint")}</p>
          </ZoneSelect>
          <WeekDays
            days={draft.days}
            issues={issues.days}
            onChange={(days) => setDraft({ ...draft, days })}
          />
          <Exceptions
            exceptions={draft.exceptions}
            issues={issues.exceptions}
            onChange={(exceptions) => setDraft({ ...draft, exceptions })}
          />
        </>
      )}
      {changedElsewhere && changed && (
        <p role="status" className="flex flex-wrap items-center gap-2 text-s text-warn">
          <span className="min-w-0 flex-1">{t("openingHours.changedElsewhere")}</span>
          <Button size="small" onClick={reset}>
            {t("openingHours.showTheirs")}
          </Button>
        </p>
      )}
      <p role="alert" className="text-s whitespace-pre-line text-danger empty:hidden">
        {error}
      </p>
      <UnsavedBar changed={changed} save={t("openingHours.save")} pending={saving} onDiscard={reset} />
    </form>
  );
}
