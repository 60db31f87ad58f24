import { useTranslation } from "react-i18next";
import { Link, useSearchParams } from "react-router";
import { readPlace, workspacePath } from "../../../paths.ts";
import { UnreadCount } from "../../../ui/UnreadCount.tsx";
import { useOwnUnread } from "../../tickets/list/unread.ts";

type Props = {
  /** The chat that was open last. */
  last: string | null;
};

/** On a phone one pane is shown at a time: pending tickets, the chat, or closed tickets. */
export function PaneSwitch({ last }: Props) {
  const { t } = useTranslation();
  const [search] = useSearchParams();
  const { ticket, view } = readPlace(search);
  const unread = useOwnUnread();
  return (
    <nav aria-label={t("shell.views")} className="border-b border-line bg-pane p-2">
      <div className="grid grid-cols-3 rounded-m bg-raised p-[3px]">
        <Tab
          to={workspacePath()}
          on={!ticket && view !== "closed"}
          label={t("shell.pending")}
          unread={unread}
        />
        <Tab
          to={last ? workspacePath({ ticket: last, view }) : null}
          on={ticket !== null}
          label={t("shell.chat")}
        />
        <Tab
          to={workspacePath({ view: "closed" })}
          on={!ticket && view === "closed"}
          label={t("shell.closed")}
        />
      </div>
    </nav>
  );
}

type TabProps = {
  /** Null while there is nothing to show there. */
  to: string | null;
  on: boolean;
  label: string;
  unread?: number;
};

function Tab({ to, on, label, unread = 0 }: TabProps) {
  const { t } = useTranslation();
  const look = `flex h-11 min-w-0 items-center justify-center rounded-[7px] px-1 text-s ${on ? "bg-raised-2 font-semibold text-text shadow-[0_1px_0_var(--line)]" : "text-text-2"}`;
  const text = <span className="truncate">{label}</span>;
  if (!to) {
    return (
      <span aria-disabled="true" className={`${look} opacity-50`}>
        {text}
      </span>
    );
  }
  return (
    <Link to={to} aria-current={on ? "page" : undefined} className={look}>
      {text}
      {unread > 0 && (
        <UnreadCount count={unread} label={t("tickets.unread", { count: unread })} className="ml-1.5" />
      )}
    </Link>
  );
}
