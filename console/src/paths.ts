/** Where the console's places are. The workspace keeps its place in the query: which list, which ticket. */
export const paths = {
  workspace: "/",
  signIn: "/login",
  ticket: (ticketId: string, view: TicketView = "pending") =>
    `/?${new URLSearchParams({ ...(view === "closed" && { view }), ticket: ticketId })}`,
  list: (view: TicketView) => (view === "closed" ? "/?view=closed" : "/"),
};

export type TicketView = "pending" | "closed";

export function readPlace(search: URLSearchParams): { view: TicketView; ticket: string | null } {
  return { view: search.get("view") === "closed" ? "closed" : "pending", ticket: search.get("ticket") };
}
