import { Autocomplete } from "@base-ui/react/autocomplete";
import { Search } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Avatar } from "../../../ui/Avatar.tsx";
import { showDay } from "../../../ui/time.ts";
import { PlatformBadge } from "../../channels/PlatformBadge.tsx";
import { HitFace } from "../search/HitFace.tsx";
import { Marked } from "../search/Marked.tsx";
import type { Result } from "./results.ts";

type Props = { result: Result; onChoose: () => void };

export function ResultRow({ result, onChoose }: Props) {
  const { t } = useTranslation();
  return (
    <Autocomplete.Item
      value={result}
      onClick={onChoose}
      className="flex min-h-11 cursor-pointer items-center gap-3 rounded-m px-2.5 py-1.5 data-highlighted:bg-raised-2"
    >
      {face(result)}
      <span className="min-w-0 flex-1">
        <span className="block truncate font-semibold">
          {result.kind === "all" ? t("commands.showAll", { phrase: result.phrase }) : result.label}
        </span>
        {result.kind === "hit" && (
          <span dir="auto" className="block truncate text-s text-text-2">
            <Marked text={result.hit.text} marks={result.hit.marks} />
          </span>
        )}
      </span>
      <span className="shrink-0 truncate text-xs text-text-3">{note()}</span>
    </Autocomplete.Item>
  );

  function note(): ReactNode {
    if (result.kind === "action")
      return result.action.keys && <kbd className="font-mono">{result.action.keys}</kbd>;
    if (result.kind === "colleague") return result.colleague.department;
    if (result.kind === "all") return null;
    if (result.kind === "hit") return showDay(result.hit.created_on);
    const { ticketid, department_name, closed_on, short_id, account_number } = result.ticket;
    if (result.kind === "client") return <span className="font-mono">{account_number ?? short_id}</span>;
    return (
      <>
        {closed_on ? `${t("tickets.closed")} · ` : ""}
        {department_name} · <span className="font-mono">{ticketid.slice(0, 8)}</span>
      </>
    );
  }
}

function face(result: Result): ReactNode {
  if (result.kind === "colleague")
    return <Avatar name={result.label} size={36} status={result.colleague.status} />;
  if (result.kind === "hit") return <HitFace hit={result.hit} />;
  if (result.kind === "all") {
    return (
      <span aria-hidden="true" className="grid size-9 place-items-center text-text-2">
        <Search size={16} />
      </span>
    );
  }
  if (result.kind === "action") {
    return (
      <span aria-hidden="true" className="grid size-9 place-items-center text-text-2">
        {result.action.icon}
      </span>
    );
  }
  const { client_picture: picture, platform } = result.ticket;
  return (
    <Avatar name={result.label} picture={picture} size={36} badge={<PlatformBadge platform={platform} />} />
  );
}
