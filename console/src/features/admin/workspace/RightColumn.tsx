import { Tabs } from "@base-ui/react/tabs";
import { useQuery } from "@tanstack/react-query";
import { type KeyboardEvent, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { privateChatsQuery } from "../../../api/queries.ts";
import { focusChat } from "../../../ui/focus-chat.ts";
import { UnreadCount } from "../../../ui/UnreadCount.tsx";
import { ClientPanel } from "../../chat/client/ClientPanel.tsx";
import { ColleagueList } from "../../people/colleagues/ColleagueList.tsx";
import { Colleagues } from "../../people/colleagues/Colleagues.tsx";
import { unreadInAll } from "../../people/private-chat/counts.ts";
import { type Beside, chooseTab, leaveClient, useClientTab } from "../../tickets/client/client-tab.ts";
import { useOpenTicket } from "../../tickets/list/open-ticket.ts";
import { usePlace } from "../../tickets/list/place.ts";

/** Shows beside the chat the client of the open ticket and the colleagues, or the colleagues alone. */
export function RightColumn() {
  const { t } = useTranslation();
  const { ticket: id } = usePlace();
  const { ticket } = useOpenTicket(id);
  const { tab, asked } = useClientTab();
  const { data: counts } = useQuery(privateChatsQuery);
  const unread = unreadInAll(counts);
  const panel = useRef<HTMLDivElement>(null);
  const known = useRef(asked);
  useEffect(() => {
    if (known.current === asked) return;
    known.current = asked;
    leaveClient();
    panel.current?.focus();
  }, [asked]);
  if (!id || !ticket) return <ColleagueList />;
  const pressed = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || event.defaultPrevented) return;
    // The key would leave the ticket.
    event.preventDefault();
    focusChat();
  };
  return (
    <aside
      aria-label={t("client.beside")}
      onKeyDown={pressed}
      className="flex min-h-0 flex-col border-l border-line bg-pane"
    >
      <Tabs.Root
        value={tab}
        onValueChange={(next: Beside) => chooseTab(next)}
        className="flex min-h-0 flex-1 flex-col"
      >
        <Tabs.List className="flex min-h-[60px] shrink-0 items-stretch gap-5 border-b border-line px-4 text-s font-semibold">
          <Tabs.Tab value="client" className={tabLook}>
            {t("client.title")}
          </Tabs.Tab>
          <Tabs.Tab value="colleagues" className={tabLook}>
            {t("colleagues.title")}
            {unread > 0 && <UnreadCount count={unread} label={t("colleagues.unread", { count: unread })} />}
          </Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel
          ref={panel}
          value="client"
          data-client
          tabIndex={-1}
          className="min-h-0 flex-1 overflow-x-hidden overflow-y-auto outline-none"
        >
          <ClientPanel key={ticket.clientid} ticket={ticket} />
        </Tabs.Panel>
        <Tabs.Panel
          value="colleagues"
          tabIndex={-1}
          className="min-h-0 flex-1 overflow-y-auto pb-4 outline-none"
        >
          <Colleagues />
        </Tabs.Panel>
      </Tabs.Root>
    </aside>
  );
}

const tabLook =
  "flex items-center gap-1.5 text-text-2 hover:text-text data-active:text-text data-active:shadow-[inset_0_-2px_0_var(--accent)]";
