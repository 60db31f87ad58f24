import { useTranslation } from "react-i18next";
import { Checkbox } from "../../../ui/Checkbox.tsx";

type Props = {
  label: string;
  choices: (readonly [id: string, name: string])[];
  ticked: string[];
  onChange: (ticked: string[]) => void;
};

/** A choice of some items of a list; none means all. */
export function TickList({ label, choices, ticked, onChange }: Props) {
  const { t } = useTranslation();
  return (
    <fieldset className="grid content-start gap-1.5">
      <legend className="text-s font-semibold text-text-2">{label}</legend>
      <p className="text-xs text-text-3">{t("automatic.all")}</p>
      <ul className="grid max-h-48 gap-1 overflow-y-auto rounded-m border border-line p-2.5 empty:hidden">
        {choices.map(([id, name]) => (
          <li key={id} className="flex min-w-0 items-center gap-2.5 py-0.5 text-s max-phone:min-h-11">
            <Checkbox
              label={`${label}: ${name}`}
              checked={ticked.includes(id)}
              onChange={(on) => onChange(on ? [...ticked, id] : ticked.filter((one) => one !== id))}
            />
            <span aria-hidden="true" className="truncate">
              {name}
            </span>
          </li>
        ))}
      </ul>
    </fieldset>
  );
}
