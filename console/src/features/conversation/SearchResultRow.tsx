import type { SearchResult } from "@parley/contract/messages";
import { useTranslation } from "react-i18next";
import { shortenName } from "../../ui/shorten.ts";
import { showDateTime } from "../../ui/time.ts";
import { matchIn } from "./match.ts";

type Props = { result: SearchResult; keyword: string; clientName: string; onJump: () => void };

/** A message that was found: who, when, and the words around what was looked for. */
export function SearchResultRow({ result, keyword, clientName, onJump }: Props) {
  const { t } = useTranslation();
  const { before, match, after } = matchIn(result.content, keyword);
  return (
    <li>
      <button
        type="button"
        onClick={onJump}
        className="block w-full rounded-m px-2 py-1.5 text-left hover:bg-raised max-phone:py-2.5"
      >
        <span className="flex items-baseline gap-2 text-xs text-text-3">
          <span className="truncate font-semibold text-text-2">
            {shortenName(result.isagent ? (result.created_by_name ?? t("message.desk")) : clientName)}
          </span>
          <time dateTime={result.created_on} className="shrink-0 tabular-nums">
            {showDateTime(result.created_on)}
          </time>
        </span>
        <span dir="auto" className="line-clamp-2 text-s break-words">
          {before}
          {match && <mark className="rounded-[3px] bg-accent-soft text-accent-text">{match}</mark>}
          {after}
        </span>
      </button>
    </li>
  );
}
