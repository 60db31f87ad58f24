/** Every address of the console, made and read in one place. The open ticket and the list shown live in the URL. */
export type TicketView = "pending" | "closed";

export const paths = { workspace: "/", signIn: "/login" } as const;

export type Place = { ticket: string | null; view: TicketView };

/** The workspace; `ticket` is a ticket's id, full or its first 8 characters. */
export function workspacePath(place: Partial<Place> = {}): string {
  const search = new URLSearchParams();
  if (place.ticket) search.set("ticket", place.ticket);
  if (place.view === "closed") search.set("view", "closed");
  return search.size > 0 ? `${paths.workspace}?${search}` : paths.workspace;
}

/** The place an address names. What it does not name, or names wrongly, is the default. */
export function readPlace(search: URLSearchParams): Place {
  const ticket = search.get("ticket");
  return {
    ticket: ticket && /^[0-9a-f-]{8,36}$/i.test(ticket) ? ticket.toLowerCase() : null,
    view: search.get("view") === "closed" ? "closed" : "pending",
  };
}

/** Where to go after signing in: only an address inside the console, so that a link cannot lead elsewhere. */
export function afterSignIn(search: URLSearchParams): string {
  const to = search.get("to") ?? "";
  const inside = /^\/(?![/\\])/.test(to) && !to.startsWith(paths.signIn);
  return inside ? to : paths.workspace;
}

/** The sign-in page that leads back to where the visitor was. */
export function signInPath(from: string): string {
  return from === paths.workspace ? paths.signIn : `${paths.signIn}?to=${encodeURIComponent(from)}`;
}
