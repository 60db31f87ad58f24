import { type ReactNode, useId } from "react";

const zones = ["UTC", ...Intl.supportedValuesOf("timeZone").filter((zone) => zone !== "UTC")];

type Props = {
  label: string;
  value: string;
  /** The text of the choice of no zone, whose value is empty. */
  none?: string;
  onChange: (zone: string) => void;
  children?: ReactNode;
};

/** Some four hundred zones: the system's own list is quick to type in and easy on a phone. Hints go below it. */
export function ZoneSelect({ label, value, none, onChange, children }: Props) {
  const id = useId();
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="text-s font-semibold text-text-2">
        {label}
      </label>
      <select
        id={id}
        value={value}
        onChange={({ target }) => onChange(target.value)}
        className="h-11 min-w-0 rounded-m border border-line-strong bg-raised px-3 text-s"
      >
        {none && <option value="">{none}</option>}
        {(value === "" || zones.includes(value) ? zones : [value, ...zones]).map((zone) => (
          <option key={zone} value={zone}>
            {zone.replaceAll("_", " ")}
          </option>
        ))}
      </select>
      {children}
    </div>
  );
}
