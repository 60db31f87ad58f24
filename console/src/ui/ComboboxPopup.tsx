import { Combobox } from "@base-ui/react/combobox";
import { Check } from "lucide-react";

type Props<Option> = {
  label: string;
  searchLabel: string;
  maxLength?: number;
  /** The text when no option is found; null while that is not known. */
  none: string | null;
  note?: string | null;
  pending?: boolean;
  failed?: boolean;
  /** Width, background and text size of the popup. */
  className: string;
  keyOf: (option: Option) => string;
  textOf: (option: Option) => string;
};

/** The popup of a combobox: a field to type in, and the options found. */
export function ComboboxPopup<Option>(props: Props<Option>) {
  const { label, searchLabel, maxLength, none, note, pending, failed, className, keyOf, textOf } = props;
  return (
    <Combobox.Portal>
      <Combobox.Positioner sideOffset={6} align="start" className="z-50 outline-none">
        <Combobox.Popup
          aria-label={label}
          className={`max-w-[var(--available-width)] overflow-hidden rounded-m border border-line-strong text-text shadow-float ${className}`}
        >
          <Combobox.Input
            aria-label={searchLabel}
            placeholder={searchLabel}
            maxLength={maxLength}
            className="h-11 w-full border-b border-line bg-transparent px-3 outline-none placeholder:text-text-3"
          />
          <Combobox.Empty className="text-s text-text-2 not-empty:p-3">{none}</Combobox.Empty>
          <Combobox.List
            aria-busy={pending}
            className="max-h-[min(280px,calc(var(--available-height)-80px))] overflow-y-auto overscroll-contain p-1 data-empty:p-0"
          >
            {(option: Option) => (
              <Combobox.Item
                key={keyOf(option)}
                value={option}
                className="flex min-h-9 cursor-pointer items-center gap-2 rounded-chip px-2.5 outline-none select-none data-highlighted:bg-raised-2 max-phone:min-h-11"
              >
                <span className="min-w-0 flex-1 truncate">{textOf(option)}</span>
                <Combobox.ItemIndicator>
                  <Check size={15} className="text-accent-text" />
                </Combobox.ItemIndicator>
              </Combobox.Item>
            )}
          </Combobox.List>
          <Combobox.Status
            className={`px-3 text-xs not-empty:border-t not-empty:border-line not-empty:py-2 ${failed ? "text-danger" : "text-text-3"}`}
          >
            {note}
          </Combobox.Status>
        </Combobox.Popup>
      </Combobox.Positioner>
    </Combobox.Portal>
  );
}
