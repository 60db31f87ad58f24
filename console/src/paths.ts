/** Every address of the console, made and read in one place. The open ticket and the list shown live in the URL. */
import { isBuiltIn } from "@parley/contract/built-in-views";

/** `closed`, the key of a view of open tickets, or `pending`: the view of them that was chosen last. */
export type TicketView = string;

export const paths = {
  workspace: "/",
  signIn: "/login",
  registerCompany: "/register-company",
  forgotPassword: "/forgot-password",
  invitation: "/invitation",
  setPassword: "/set-password",
  terms: "/terms",
  twoStep: "/two-step",
  adminPanel: "/admin-panel",
  profile: "/profile/:username",
  help: "/help",
} as const;

export const adminPaths = {
  agents: "/admin-panel/agents",
  /** The agent is named by the first 8 characters of the id. */
  agent: (id: string) => `/admin-panel/user-profile/${id}`,
  clients: "/admin-panel/clients",
  /** The client is named by the short id. */
  client: (id: string) => `/admin-panel/client-profile/${id}`,
  organisations: "/admin-panel/organisations",
  organisation: (id: string) => `/admin-panel/organisations/${id}`,
  tickets: "/admin-panel/tickets",
  figures: "/admin-panel/figures",
  deletedTickets: "/admin-panel/tickets/deleted",
  settings: "/admin-panel/settings",
  channels: "/admin-panel/settings#channels",
  integrations: "/admin-panel/settings#integrations",
  departments: "/admin-panel/settings/departments/manage-departments",
  department: (id: string) => `/admin-panel/settings/departments/${id}`,
} as const;

export const profilePath = (username: string) => `/profile/${encodeURIComponent(username)}`;
export const noticesPath = (username: string) => `${profilePath(username)}/notifications`;
export const bubblesPath = (username: string) => `${profilePath(username)}/bubbles`;

/** `colleague` is the id of the open private chat's colleague. */
export type Place = { ticket: string | null; view: TicketView; colleague: string | null };

/** The workspace; `ticket` is a ticket's id, full or its first 8 characters. */
export function workspacePath(place: Partial<Place> = {}): string {
  const search = new URLSearchParams();
  if (place.ticket) search.set("ticket", place.ticket);
  if (place.view && place.view !== "pending") search.set("view", place.view);
  if (place.colleague) search.set("colleague", place.colleague);
  return search.size > 0 ? `${paths.workspace}?${search}` : paths.workspace;
}

/** Reads the location from an address. Missing and invalid values become the default. */
export function readPlace(search: URLSearchParams): Place {
  const ticket = search.get("ticket");
  const colleague = search.get("colleague");
  return {
    ticket: ticket && /^[0-9a-f-]{8,36}$/i.test(ticket) ? ticket.toLowerCase() : null,
    view: readView(search.get("view")),
    colleague: colleague && /^[0-9a-f-]{36}$/i.test(colleague) ? colleague.toLowerCase() : null,
  };
}

function readView(view: string | null): TicketView {
  const known = view && (view === "closed" || isBuiltIn(view) || /^[0-9a-f-]{36}$/.test(view));
  return known ? view : "pending";
}

/**
 * The address after signing in: only one inside the console, so that a link cannot lead elsewhere. Browsers drop tabs
 * and line ends (`/\t/` is `//`), so an address with white space is refused.
 */
export function afterSignIn(search: URLSearchParams): string {
  const to = search.get("to") ?? "";
  const inside = /^\/(?![/\\])\S*$/.test(to) && !to.startsWith(paths.signIn) && !to.startsWith(paths.twoStep);
  return inside ? to : paths.workspace;
}

/** Navigation state of a sign-out: the sign-in page then clears the query cache. */
export const loggedOut = { loggedOut: true } as const;

/** The sign-in page's address, with the way back to the visitor's page. */
export const signInPath = (from: string) => leadingBack(paths.signIn, from);

/** The page that sets up two-step sign-in, with the way back. */
export const twoStepPath = (from: string) => leadingBack(paths.twoStep, from);

const leadingBack = (page: string, from: string) =>
  from === paths.workspace ? page : `${page}?to=${encodeURIComponent(from)}`;
