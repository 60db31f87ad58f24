/** The button and the list of a choice, of one or of several. */
import { CSPProvider } from "@base-ui/react/csp-provider";
import { Select as Base } from "@base-ui/react/select";
import { Check, ChevronDown } from "lucide-react";
import type { ReactNode } from "react";

export type Option<Value extends string> = { value: Value; label: string };

export type Look = { label: string; invalid?: boolean | undefined; className?: string | undefined };

type Props = Look & {
  options: Option<string>[];
  /** True if long names take further lines; else they are cut. */
  wraps: boolean;
  /** The button says it: the names that are chosen. */
  children: ReactNode;
};

/** Stands in the library's root. The list is between 140 and 300 pixels high. */
export function SelectParts({ label, invalid, className = "", options, wraps, children }: Props) {
  const text = wraps ? "min-w-0 break-words" : "min-w-0 truncate";
  return (
    // Our pages forbid inline styles; the library's own only hides a scroll bar.
    <CSPProvider disableStyleElements>
      <Base.Trigger
        aria-label={label}
        aria-invalid={invalid || undefined}
        className={`flex ${wraps ? "min-h-9 py-1 max-phone:min-h-11" : "h-9 max-phone:h-11"} items-center justify-between gap-2 rounded-m border border-line-strong bg-raised px-3 text-left text-s transition duration-150 hover:bg-raised-2 aria-invalid:border-danger data-disabled:cursor-not-allowed data-disabled:opacity-50 ${className}`}
      >
        <Base.Value className={`${text} data-placeholder:text-text-3`}>{() => children}</Base.Value>
        <Base.Icon className="shrink-0 text-text-3">
          <ChevronDown size={16} />
        </Base.Icon>
      </Base.Trigger>
      <Base.Portal>
        <Base.Positioner sideOffset={6} alignItemWithTrigger={false} className="z-50">
          <Base.Popup className="max-h-[min(300px,var(--available-height))] min-w-[var(--anchor-width)] max-w-[var(--available-width)] overflow-y-auto rounded-m border border-line-strong bg-pane p-1 shadow-float outline-none">
            <Base.List>
              {options.map(({ value, label: name }) => (
                <Base.Item
                  key={value}
                  value={value}
                  className="flex cursor-pointer items-center gap-2 rounded-chip px-2.5 py-1.5 text-s outline-none data-highlighted:bg-raised-2 max-phone:min-h-11"
                >
                  <Base.ItemText className={`${text} flex-1`}>{name}</Base.ItemText>
                  <Base.ItemIndicator className="text-accent-text">
                    <Check size={15} />
                  </Base.ItemIndicator>
                </Base.Item>
              ))}
            </Base.List>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </CSPProvider>
  );
}
