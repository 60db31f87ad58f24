import { Autocomplete } from "@base-ui/react/autocomplete";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Avatar } from "../../ui/Avatar.tsx";
import { PlatformBadge } from "../../ui/PlatformBadge.tsx";
import type { Find } from "./finds.ts";

type Props = { find: Find; onChoose: () => void };

export function FindRow({ find, onChoose }: Props) {
  const { t } = useTranslation();
  return (
    <Autocomplete.Item
      value={find}
      onClick={onChoose}
      className="flex min-h-11 cursor-pointer items-center gap-3 rounded-m px-2.5 py-1.5 data-highlighted:bg-raised-2"
    >
      {face(find)}
      <span className="min-w-0 flex-1 truncate font-semibold">{find.label}</span>
      <span className="shrink-0 truncate text-xs text-text-3">{note()}</span>
    </Autocomplete.Item>
  );

  function note(): ReactNode {
    if (find.kind === "action")
      return find.action.keys && <kbd className="font-mono">{find.action.keys}</kbd>;
    if (find.kind === "colleague") return find.colleague.department;
    const { ticketid, department_name, closed_on, short_id, account_number } = find.ticket;
    if (find.kind === "client") return <span className="font-mono">{account_number ?? short_id}</span>;
    return (
      <>
        {closed_on ? `${t("tickets.closed")} · ` : ""}
        {department_name} · <span className="font-mono">{ticketid.slice(0, 8)}</span>
      </>
    );
  }
}

function face(find: Find): ReactNode {
  if (find.kind === "colleague") return <Avatar name={find.label} size={36} status={find.colleague.status} />;
  if (find.kind === "action") {
    return (
      <span aria-hidden="true" className="grid size-9 place-items-center text-text-2">
        {find.action.icon}
      </span>
    );
  }
  return <Avatar name={find.label} size={36} badge={<PlatformBadge platform={find.ticket.platform} />} />;
}
