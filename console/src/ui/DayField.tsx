type Props = { label: string; value: string | undefined; onChange: (day: string | undefined) => void };

/** A field for a day, which may be empty. */
export function DayField({ label, value, onChange }: Props) {
  return (
    <label className="flex items-center gap-1.5 text-s text-text-2">
      {label}
      <input
        type="date"
        value={value ?? ""}
        onChange={({ target }) => onChange(target.value || undefined)}
        className="h-9 rounded-m border border-line-strong bg-raised px-2 text-s text-text tabular-nums max-phone:h-11"
      />
    </label>
  );
}
