import { Switch } from "../../../ui/Switch.tsx";

type Props = { label: string; hint?: string; checked: boolean; onChange: (checked: boolean) => void };

/** A switch with its label and hint. */
export function Toggle({ label, hint, checked, onChange }: Props) {
  return (
    <div className="flex items-start justify-between gap-4">
      <div className="grid min-w-0 gap-0.5">
        <span aria-hidden="true" className="text-s font-semibold">
          {label}
        </span>
        {hint && <span className="text-xs text-text-3">{hint}</span>}
      </div>
      <Switch label={label} checked={checked} onChange={onChange} />
    </div>
  );
}
