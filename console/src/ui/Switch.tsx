import { Switch as Base } from "@base-ui/react/switch";

type Props = {
  label: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
  disabled?: boolean;
  /** The reason why it is disabled; shown on hover and read by screen readers. */
  reason?: string | undefined;
};

/** A switch of a setting that takes effect at once. The touch target on a phone is larger than the drawing. */
export function Switch({ label, checked, onChange, disabled, reason }: Props) {
  return (
    <Base.Root
      checked={checked}
      onCheckedChange={onChange}
      disabled={disabled}
      aria-label={reason ? `${label}. ${reason}` : label}
      title={reason}
      className="relative inline-flex h-5.5 w-9.5 shrink-0 items-center rounded-full bg-text-3/60 p-0.5 transition duration-150 data-checked:bg-accent data-disabled:cursor-not-allowed data-disabled:opacity-50 max-phone:before:absolute max-phone:before:-inset-3"
    >
      <Base.Thumb className="size-4.5 rounded-full bg-pane shadow-sm transition duration-150 data-checked:translate-x-4 data-checked:bg-accent-ink" />
    </Base.Root>
  );
}
