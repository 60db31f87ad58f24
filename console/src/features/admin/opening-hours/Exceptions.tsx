import type { HoursException } from "@parley/contract/open-days";
import { Plus, Trash2 } from "lucide-react";
import { useId } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../../ui/Button.tsx";
import { Checkbox } from "../../../ui/Checkbox.tsx";
import { IconButton } from "../../../ui/IconButton.tsx";
import { showDay } from "../../../ui/time.ts";
import type { Issues } from "./draft.ts";
import { SpanList } from "./SpanList.tsx";

type Props = {
  exceptions: HoursException[];
  issues: Issues["exceptions"];
  onChange: (exceptions: HoursException[]) => void;
};

/** Holidays, and other dates with different hours. */
export function Exceptions({ exceptions, issues, onChange }: Props) {
  const { t } = useTranslation();
  return (
    <section className="grid gap-3" aria-label={t("openingHours.exceptions")}>
      <h3 className="font-semibold">{t("openingHours.exceptions")}</h3>
      {exceptions.length === 0 && <p className="text-s text-text-3">{t("openingHours.noExceptions")}</p>}
      <ul className="grid gap-3">
        {exceptions.map((exception, index) => (
          <Exception
            // biome-ignore lint/suspicious/noArrayIndexKey: an exception has no identity but its place
            key={index}
            number={index + 1}
            exception={exception}
            issues={issues[index]}
            onChange={(to) => onChange(exceptions.with(index, to))}
            onRemove={() => onChange(exceptions.toSpliced(index, 1))}
          />
        ))}
      </ul>
      {exceptions.length < 200 && (
        <div>
          <Button
            size="small"
            icon={<Plus size={15} />}
            onClick={() => onChange([...exceptions, { date: "", yearly: false, name: "", spans: [] }])}
          >
            {t("openingHours.addException")}
          </Button>
        </div>
      )}
    </section>
  );
}

type ExceptionProps = {
  number: number;
  exception: HoursException;
  issues: Issues["exceptions"][number] | undefined;
  onChange: (exception: HoursException) => void;
  onRemove: () => void;
};

const field =
  "h-9 rounded-m border border-line-strong bg-raised px-2.5 text-s aria-invalid:border-danger max-phone:h-11";

function Exception({ number, exception, issues, onChange, onRemove }: ExceptionProps) {
  const { t } = useTranslation();
  const id = useId();
  const of = exception.name.trim() || exception.date || t("openingHours.exceptionOf", { number });
  const issue = issues?.date ?? null;
  const past =
    !exception.yearly && exception.date !== "" && exception.date < showDay(new Date().toISOString());
  return (
    <li className="grid gap-2 rounded-m border border-line p-3">
      <div className="flex flex-wrap items-center gap-2">
        <input
          type="date"
          value={exception.date}
          onChange={({ target }) => onChange({ ...exception, date: target.value })}
          aria-label={`${of}: ${t("openingHours.date")}`}
          aria-invalid={issue !== null}
          aria-describedby={issue ? id : undefined}
          className={`${field} tabular-nums`}
        />
        <input
          value={exception.name}
          onChange={({ target }) => onChange({ ...exception, name: target.value })}
          maxLength={100}
          aria-label={`${of}: ${t("openingHours.exceptionName")}`}
          placeholder={t("openingHours.exceptionName")}
          className={`${field} min-w-32 flex-1 placeholder:text-text-3`}
        />
        <span className="flex items-center gap-2 text-xs text-text-2 max-phone:min-h-11">
          <Checkbox
            label={`${of}: ${t("openingHours.yearly")}`}
            checked={exception.yearly}
            onChange={(yearly) => onChange({ ...exception, yearly })}
          />
          <span aria-hidden="true">{t("openingHours.yearly")}</span>
        </span>
        <IconButton label={t("openingHours.removeException", { of })} onClick={onRemove}>
          <Trash2 size={16} />
        </IconButton>
      </div>
      <p id={id} role="alert" className="text-xs text-danger empty:hidden">
        {issue && t(`openingHours.issue.${issue}`)}
      </p>
      {past && !issue && <p className="text-xs text-warn">{t("openingHours.datePast")}</p>}
      <SpanList
        of={of}
        spans={exception.spans}
        issues={issues?.spans ?? []}
        onChange={(spans) => onChange({ ...exception, spans })}
      />
    </li>
  );
}
