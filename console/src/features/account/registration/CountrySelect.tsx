import { Combobox } from "@base-ui/react/combobox";
import { ChevronDown } from "lucide-react";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { ComboboxPopup } from "../../../ui/ComboboxPopup.tsx";
import { type CountryChoice, countryChoices, matches } from "./countries.ts";

type Props = { value: string; onChange: (code: string) => void };

/** Searches by typing: the name in the user's language or in English, or the two letters. */
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
        <ComboboxPopup
          label={t("registration.country")}
          searchLabel={t("registration.countrySearch")}
          none={t("registration.countryNone")}
          className="w-(--anchor-width) min-w-64 bg-raised"
          keyOf={({ code }: CountryChoice) => code}
          textOf={({ label }) => label}
        />
      </Combobox.Root>
    </div>
  );
}
