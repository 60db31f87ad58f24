import { Combobox } from "@base-ui/react/combobox";
import { Check, ChevronDown } from "lucide-react";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { type CountryChoice, countryChoices, matches } from "./countries.ts";

type Props = { value: string; onChange: (code: string) => void };

/** Found by typing: its name in the user's language or in English, or its two letters. */
export function CountrySelect({ value, onChange }: Props) {
  const { t, i18n } = useTranslation();
  const choices = useMemo(() => countryChoices(i18n.language), [i18n.language]);
  return (
    <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-1.5">
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
        <Combobox.Label className="text-s font-semibold text-text-2">
          {t("registration.country")}
        </Combobox.Label>
        <Combobox.Trigger className="flex h-11 min-w-0 items-center gap-2 rounded-m border border-line-strong bg-raised px-3 text-left transition duration-150 focus-visible:border-accent-text data-placeholder:text-text-3">
          <span className="min-w-0 flex-1 truncate">
            <Combobox.Value>
              {(choice: CountryChoice | null) => choice?.label ?? t("registration.countryChoose")}
            </Combobox.Value>
          </span>
          <Combobox.Icon className="text-text-2">
            <ChevronDown size={17} />
          </Combobox.Icon>
        </Combobox.Trigger>
        <Combobox.Portal>
          <Combobox.Positioner sideOffset={6} align="start" className="z-50 outline-none">
            <Combobox.Popup
              aria-label={t("registration.country")}
              className="w-(--anchor-width) min-w-64 overflow-hidden rounded-m border border-line-strong bg-raised text-text shadow-float"
            >
              <Combobox.Input
                aria-label={t("registration.countrySearch")}
                placeholder={t("registration.countrySearch")}
                className="h-11 w-full border-b border-line bg-transparent px-3 outline-none placeholder:text-text-3"
              />
              <Combobox.Empty>
                <p className="p-3 text-s text-text-2">{t("registration.countryNone")}</p>
              </Combobox.Empty>
              <Combobox.List className="max-h-[min(280px,calc(var(--available-height)-44px))] overflow-y-auto overscroll-contain p-1 data-empty:p-0">
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
