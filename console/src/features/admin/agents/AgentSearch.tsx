import { limits } from "@parley/contract/limits";
import { Search } from "lucide-react";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";

type Props = { initial: string; onSearch: (wanted: string) => void };

const pause = 200;

/** Searches once typing pauses. */
export function AgentSearch({ initial, onSearch }: Props) {
  const { t } = useTranslation();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return (
    <label className="flex h-9 w-64 items-center gap-2 rounded-m border border-line-strong bg-raised px-3 focus-within:border-accent-text max-phone:h-11 max-phone:w-full">
      <Search size={16} aria-hidden="true" className="shrink-0 text-text-3" />
      <input
        type="search"
        aria-label={t("adminAgents.filter")}
        placeholder={t("adminAgents.filter")}
        defaultValue={initial}
        maxLength={limits.searchKeyword}
        onChange={({ target }) => {
          clearTimeout(timer.current);
          timer.current = setTimeout(() => onSearch(target.value.trim()), pause);
        }}
        className="min-w-0 flex-1 bg-transparent text-s outline-none placeholder:text-text-3"
      />
    </label>
  );
}
