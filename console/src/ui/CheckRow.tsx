import { Checkbox } from "./Checkbox.tsx";

type Props = { label: string; checked: boolean; onChange: (checked: boolean) => void; className?: string };

/** A checkbox with its label beside it. */
export function CheckRow({ className = "", ...box }: Props) {
  return (
    <div className={`flex min-h-11 items-center gap-2.5 ${className}`}>
      <Checkbox {...box} />
      <span aria-hidden="true">{box.label}</span>
    </div>
  );
}
