import { useId } from "react";
import { useTranslation } from "react-i18next";

type Props = { own: boolean; isDepartment: boolean; onChange: (own: boolean) => void };

/**
 * Chooses the department's or company's own hours, or none: a department then has the company's, a company is open at
 * all times.
 */
export function Choice({ own, isDepartment, onChange }: Props) {
  const { t } = useTranslation();
  const name = useId();
  const choices = [
    { value: false, text: t(isDepartment ? "openingHours.asCompany" : "openingHours.always") },
    { value: true, text: t(isDepartment ? "openingHours.own" : "openingHours.byHours") },
  ];
  return (
    <div role="radiogroup" aria-label={t("openingHours.choice")} className="flex flex-wrap gap-2">
      {choices.map(({ value, text }) => (
        <label
          key={text}
          className="flex min-h-9 cursor-pointer items-center gap-2 rounded-m border border-line-strong px-4 text-s has-checked:border-accent-text has-checked:bg-accent-soft has-focus-visible:outline-2 has-focus-visible:outline-accent-text max-phone:min-h-11"
        >
          <input
            type="radio"
            name={name}
            checked={own === value}
            onChange={() => onChange(value)}
            className="accent-accent-text outline-none"
          />
          {text}
        </label>
      ))}
    </div>
  );
}
