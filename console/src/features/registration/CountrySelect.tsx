import { Combobox } from "@base-ui/react/combobox";
import { Check, ChevronDown } from "lucide-react";
import { useId, useMemo } from "react";
import { useTranslation } from "react-i18next";
import { type CountryChoice, countryChoices, matches } from "./countries.ts";

type Props = { value: string; onChange: (code: string) => void };

/** Found by typing: its name in the user's language or in English, or its two letters. */
export function CountrySelect({ value, onChange }: Props) {
  const { t, i18n } = useTranslation();
  const id = useId();
  const choices = useMemo(() => countryChoices(i18n.language), [i18n.language]);
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="text-s font-semibold text-text-2">
        {t("registration.country")}
      </label>
      <Combobox.Root
        items={choices}
        value={choices.find(({ code }) => code === value) ?? null}
        onValueChange={(choice: CountryChoice | null) => onChange(choice?.code ?? "")}
        itemToStringLabel={({ label }: CountryChoice) => label}
        itemToStringValue={({ code }: CountryChoice) => code}
        isItemEqualToValue={(one: CountryChoice, other: CountryChoice) => one.code === other.code}
        filter={(choice: CountryChoice, query) => matches(choice, query)}
        autoHighlight
      >
        <Combobox.InputGroup className="flex items-center rounded-m border border-line-strong bg-raised pr-1 transition duration-150 focus-within:border-accent-text">
          <Combobox.Input
            id={id}
            autoComplete="off"
            placeholder={t("registration.countrySearch")}
            className="h-11 min-w-0 flex-1 rounded-m bg-transparent px-3 outline-none placeholder:text-text-3"
          />
          <Combobox.Trigger
            aria-label={t("registration.countryOpen")}
            className="grid size-9 shrink-0 place-items-center rounded-m text-text-2 hover:bg-raised-2 max-phone:size-11"
          >
            <ChevronDown size={17} />
          </Combobox.Trigger>
        </Combobox.InputGroup>
        <Combobox.Portal>
          <Combobox.Positioner sideOffset={6} className="z-50 outline-none">
            <Combobox.Popup className="w-(--anchor-width) min-w-60 rounded-m border border-line-strong bg-raised text-text shadow-float">
              <Combobox.Empty>
                <p className="p-3 text-s text-text-2">{t("registration.countryNone")}</p>
              </Combobox.Empty>
              <Combobox.List className="max-h-[min(300px,var(--available-height))] overflow-y-auto overscroll-contain p-1 data-empty:p-0">
                {(choice: CountryChoice) => (
                  <Combobox.Item
                    key={choice.code}
                    value={choice}
                    className="flex min-h-9 cursor-default items-center gap-2 rounded-chip px-2.5 outline-none select-none data-highlighted:bg-raised-2 max-phone:min-h-11"
                  >
                    <span className="flex-1">{choice.label}</span>
                    <Combobox.ItemIndicator>
                      <Check size={16} className="text-accent-text" />
                    </Combobox.ItemIndicator>
                  </Combobox.Item>
                )}
              </Combobox.List>
            </Combobox.Popup>
          </Combobox.Positioner>
        </Combobox.Portal>
      </Combobox.Root>
    </div>
  );
}
