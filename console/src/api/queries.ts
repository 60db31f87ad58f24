/** The console's queries, by key. Live events change the same entries (`events.ts`). */
import { limits } from "@parley/contract/limits";
import type { Ticket } from "@parley/contract/tickets";
import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { Place } from "./address.ts";
import { call } from "./client.ts";

export const keys = {
  session: ["session"],
  profile: ["profile"],
  preferences: ["preferences"],
  colleagues: ["colleagues"],
  agentList: ["admin", "agents"],
  invitations: ["admin", "invitations"],
  agentProfile: (id: string) => ["admin", "agent", id],
  /** Accounts at providers. */
  channels: ["channels"],
  /** The options and state of a mailbox. Its changes come with those of the accounts. */
  mailbox: (channelid: string) => ["channels", channelid, "mailbox"],
  mailboxFolders: (channelid: string) => ["mailbox folders", channelid],
  visit: (ticketid: string) => ["visit", ticketid],
  mailSignIns: ["mail sign-ins"],
  /** Its changes come with those of the accounts. */
  widget: (channelid: string) => ["channels", channelid, "widget"],
  channelTest: (channelid: string) => ["channel test", channelid],
  /** Its changes come with those of the accounts. */
  templates: (channelid: string) => ["channels", channelid, "templates"],
  /** The key of every list and ticket below. */
  everyTicket: ["tickets"],
  openTickets: ["tickets", "open"],
  closedTickets: ["tickets", "closed"],
  deletedTickets: ["admin", "deleted tickets"],
  /** Tickets opened by their address, whatever list they are in. */
  tickets: ["tickets", "one"],
  ticket: (id: string) => ["tickets", "one", id],
  ticketSearches: ["tickets", "search"],
  mentionedTickets: ["tickets", "mentioned"],
  agentsForAny: ["agents for"],
  agentsFor: (ticketid: string) => ["agents for", ticketid],
  departments: ["departments"],
  openingHours: ["admin", "opening hours"],
  automaticMessages: ["admin", "automatic messages"],
  rules: ["admin", "rules"],
  /** Offers, who is away, and the settings of both. */
  routing: ["routing"],
  chat: (ticketid: string) => ["chat", ticketid],
  notes: (ticketid: string) => ["notes", ticketid],
  /** A ticket's texts that have not left yet, and one's own. */
  outgoing: (ticketid: string) => ["outgoing", ticketid],
  ownOutgoing: ["outgoing"],
  leavingTimes: (channelid: string) => ["leaving times", channelid],
  drafts: ["drafts"],
  noteDrafts: ["note drafts"],
  bubbles: ["bubbles"],
  views: ["views"],
  viewCounts: ["views", "counts"],
  view: (viewid: string) => ["views", "one", viewid],
  sharedBubbles: ["shared bubbles"],
  addresses: ["addresses"],
  tags: ["tags"],
  fields: ["fields"],
  /** The number of values of each field. */
  fieldUses: ["fields", "uses"],
  /** The tags and fields of a client, beside a ticket of theirs. */
  clientDetails: (clientid?: string) => (clientid ? ["client details", clientid] : ["client details"]),
  clientProfiles: ["admin", "client"],
  clientLists: ["admin", "clients"],
  organisations: ["admin", "organisations"],
  foundClients: ["admin", "clients found"],
  /** The number of tickets and clients of each tag. */
  tagUses: ["tags", "uses"],
  /** The send limits of a platform. */
  sendLimits: (platform: string) => ["send limits", platform],
  /** The unread counts of chats with colleagues. */
  privateChats: ["private chats"],
  privateChat: (userid: string) => ["private chat", userid],
  inbox: ["inbox"],
  noticeSettings: ["notice settings"],
  signatures: ["signature"],
  signature: (departmentid: string) => ["signature", departmentid],
  /** True if this browser gets push messages. */
  push: ["push"],
  pins: (ticketid: string) => ["pins", ticketid],
} as const;

/** The state of the visitor's session. Fetching it does not extend the session. */
export const sessionQuery = queryOptions({
  queryKey: keys.session,
  queryFn: ({ signal }) => call("getSession", { signal }),
  refetchInterval: limits.sessionPoll,
});

export const profileQuery = queryOptions({
  queryKey: keys.profile,
  queryFn: ({ signal }) => call("getProfile", { signal }),
  staleTime: 300_000,
});

/** The preferences are fetched once: the profile has the language too, and changes with it. */
export const preferencesQuery = queryOptions({
  queryKey: keys.preferences,
  queryFn: ({ signal }) => call("getPreferences", { signal }),
  staleTime: Number.POSITIVE_INFINITY,
});

export const colleaguesQuery = queryOptions({
  queryKey: keys.colleagues,
  queryFn: ({ signal }) => call("listColleagues", { signal }),
});

/** A page of all agents; administrators may ask it. */
export type AgentPage = NonNullable<Place<"listAgents">["query"]>;
export const agentPageQuery = (query: AgentPage) =>
  queryOptions({
    queryKey: [...keys.agentList, query],
    queryFn: ({ signal }) => call("listAgents", { query, signal }),
    placeholderData: keepPreviousData,
  });

/** One agent, as a page of those who have this id; administrators may ask it. */
export const agentQuery = (userid: string) =>
  queryOptions({
    queryKey: [...keys.agentList, { userid }],
    queryFn: ({ signal }) => call("listAgents", { query: { userid }, signal }),
  });

/** People who were invited and have not accepted yet; administrators may ask it. */
export const invitationsQuery = queryOptions({
  queryKey: keys.invitations,
  queryFn: ({ signal }) => call("listInvitations", { signal }),
});

export const channelsQuery = queryOptions({
  queryKey: keys.channels,
  queryFn: ({ signal }) => call("listChannels", { signal }),
});

export const openingHoursQuery = queryOptions({
  queryKey: keys.openingHours,
  queryFn: ({ signal }) => call("getOpeningHours", { signal }),
});

export const mailboxQuery = (channelid: string) =>
  queryOptions({
    queryKey: keys.mailbox(channelid),
    queryFn: ({ signal }) => call("getMailbox", { params: { channelid }, signal }),
  });

export const widgetQuery = (channelid: string) =>
  queryOptions({
    queryKey: keys.widget(channelid),
    queryFn: ({ signal }) => call("getWidget", { params: { channelid }, signal }),
  });

/** The details may change while the conversation is open: a mail with answers, or an address. */
export const visitQuery = (ticketid: string) =>
  queryOptions({
    queryKey: keys.visit(ticketid),
    queryFn: ({ signal }) => call("getVisit", { params: { ticketid }, signal }),
    refetchInterval: 60_000,
  });

export const mailboxFoldersQuery = (channelid: string) =>
  queryOptions({
    queryKey: keys.mailboxFolders(channelid),
    queryFn: ({ signal }) => call("listMailboxFolders", { params: { channelid }, signal }),
  });

export const mailSignInsQuery = queryOptions({
  queryKey: keys.mailSignIns,
  queryFn: ({ signal }) => call("listMailSignIns", { signal }),
});

export const privateChatsQuery = queryOptions({
  queryKey: keys.privateChats,
  queryFn: ({ signal }) => call("listPrivateChats", { signal }),
});

const ticketsIn = (answer: Ticket[] | "no tickets"): Ticket[] => (answer === "no tickets" ? [] : answer);

function others(tickets: Ticket[] | undefined, known: Ticket[]): Ticket[] {
  const ids = new Set(known.map(({ ticketid }) => ticketid));
  return tickets?.filter(({ ticketid }) => !ids.has(ticketid)) ?? [];
}

/**
 * Up to so many tickets already on screen are fetched again by one call; with more, the first ones come in a separate
 * call.
 */
const againAtOnce = 300;

/** The first tickets are shown while the rest is fetched. */
export const openTicketsQuery = queryOptions({
  queryKey: keys.openTickets,
  queryFn: async ({ client, signal }): Promise<Ticket[]> => {
    const known = client.getQueryData<Ticket[]>(keys.openTickets)?.length ?? 0;
    if (known >= limits.openTicketsFirst && known <= againAtOnce)
      return ticketsIn(await call("listOpenTickets", { signal }));
    const first = ticketsIn(
      await call("listOpenTickets", { query: { limit: limits.openTicketsFirst }, signal }),
    );
    if (first.length < limits.openTicketsFirst) return first;
    // Shown while all are being fetched. The rest comes in one call, since a ticket that moves up between two pages
    // would be in neither.
    client.setQueryData<Ticket[]>(keys.openTickets, (old) => [...first, ...others(old, first)]);
    return ticketsIn(await call("listOpenTickets", { signal }));
  },
});

/**
 * A page continues behind a ticket, at the same cost on every page. The offset is used when that ticket was reopened
 * meanwhile.
 */
export type ClosedPlace = { offset: number; before?: string | undefined };

export const closedPlaceBehind = (tickets: Ticket[]): ClosedPlace => ({
  offset: tickets.length,
  before: tickets.at(-1)?.ticketid,
});

export const closedTicketsQuery = infiniteQueryOptions({
  queryKey: keys.closedTickets,
  queryFn: ({ pageParam: { offset, before }, signal }) =>
    call("listClosedTickets", { params: { offset }, query: { before }, signal }),
  initialPageParam: { offset: 0 } as ClosedPlace,
  // An empty page is the end.
  getNextPageParam: (last: Ticket[], pages: Ticket[][]) =>
    last.length === 0 ? undefined : closedPlaceBehind(pages.flat()),
});

export const ticketQuery = (id: string) =>
  queryOptions({
    queryKey: keys.ticket(id),
    queryFn: ({ signal }) => call("getTicket", { params: { ticketid: id }, signal }),
  });

/** Browsers treat "." and ".." as folders, but not with a space, which the server trims. */
export const ticketSearch = (keyword: string, state: "open" | "closed") => ({
  keyword: /^\.{1,2}$/.test(keyword) ? ` ${keyword}` : keyword,
  state,
});

export const ticketSearchQuery = (state: "open" | "closed", keyword: string) =>
  queryOptions({
    queryKey: [...keys.ticketSearches, state, keyword],
    queryFn: ({ signal }) => call("searchTickets", { params: ticketSearch(keyword, state), signal }),
    enabled: keyword.length > 0,
  });

export const departmentsQuery = queryOptions({
  queryKey: keys.departments,
  queryFn: ({ signal }) => call("listDepartments", { signal }),
});

/** The agents to whom a ticket can be assigned. */
export const agentsForQuery = (ticketid: string) =>
  queryOptions({
    queryKey: keys.agentsFor(ticketid),
    queryFn: ({ signal }) => call("listTicketAgents", { params: { ticketid }, signal }),
  });
