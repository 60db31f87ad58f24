import { Archive, Inbox, MessageCircle } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link, useSearchParams } from "react-router";
import { readPlace, workspacePath } from "../../paths.ts";
import { useLastTicket } from "./last-ticket.ts";

/** On a phone: one pane at a time. */
export function FooterTabs() {
  const { t } = useTranslation();
  const [search] = useSearchParams();
  const { ticket, view } = readPlace(search);
  const last = useLastTicket(ticket);
  return (
    <nav
      aria-label={t("shell.views")}
      className="grid grid-cols-3 border-t border-line bg-pane pb-[env(safe-area-inset-bottom)]"
    >
      <Tab
        to={workspacePath()}
        on={!ticket && view === "pending"}
        label={t("shell.pending")}
        icon={<Inbox size={20} />}
      />
      <Tab
        to={workspacePath({ ticket: last, view })}
        on={ticket !== null}
        off={!last}
        label={t("shell.chat")}
        icon={<MessageCircle size={20} />}
      />
      <Tab
        to={workspacePath({ view: "closed" })}
        on={!ticket && view === "closed"}
        label={t("shell.closed")}
        icon={<Archive size={20} />}
      />
    </nav>
  );
}

type TabProps = { to: string; on: boolean; off?: boolean; label: string; icon: ReactNode };

function Tab({ to, on, off, label, icon }: TabProps) {
  const look = `flex h-14 flex-col items-center justify-center gap-0.5 text-xs font-semibold ${on ? "text-accent-text" : "text-text-2"}`;
  if (off) {
    return (
      <span aria-disabled="true" className={`${look} opacity-40`}>
        {icon}
        {label}
      </span>
    );
  }
  return (
    <Link to={to} aria-current={on ? "page" : undefined} className={look}>
      {icon}
      {label}
    </Link>
  );
}
