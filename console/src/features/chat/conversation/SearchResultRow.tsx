import type { SearchResult } from "@parley/contract/messages";
import { NameAndTime } from "../../../ui/NameAndTime.tsx";
import { useProfile } from "../../session/viewer.ts";
import { matchIn } from "./match.ts";

type Props = { result: SearchResult; keyword: string; clientName: string; onJump: () => void };

/** A search result: the writer, the time, and the words around the match. */
export function SearchResultRow({ result, keyword, clientName, onJump }: Props) {
  const { companyName } = useProfile();
  const { before, match, after } = matchIn(result.content, keyword);
  return (
    <li>
      <button
        type="button"
        onClick={onJump}
        className="block w-full rounded-m px-2 py-1.5 text-left hover:bg-raised max-phone:py-2.5"
      >
        <NameAndTime
          name={result.isagent ? (result.created_by_name ?? companyName) : clientName}
          time={result.created_on}
        />
        <span dir="auto" className="line-clamp-2 text-s break-words">
          {before}
          {match && <mark className="rounded-[3px] bg-accent-soft text-accent-text">{match}</mark>}
          {after}
        </span>
      </button>
    </li>
  );
}
