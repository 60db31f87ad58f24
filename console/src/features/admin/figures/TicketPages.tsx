import { Suspense } from "react";
import { useLocation } from "react-router";
import { lazyPart } from "../../../ui/lazy-part.ts";
import { useViewer } from "../../session/viewer.ts";
import { deletedTicketsPath, figuresPath } from "../page/ticket-paths.ts";
import { TicketsPage } from "../ticket-table/TicketsPage.tsx";

const FiguresPage = lazyPart(
  async () => (await import("./FiguresPage.tsx")).FiguresPage,
  "message",
  "routing",
);
const DeletedTicketsPage = lazyPart(
  async () => (await import("../ticket-table/DeletedTicketsPage.tsx")).DeletedTicketsPage,
  "deleting",
);

/** The table of tickets and the pages below it: their figures, whose charts load when they are opened, and deleted tickets, for who may delete some. */
export function TicketPages() {
  const { pathname } = useLocation();
  const mayDelete = useViewer().abilities.has("deleteTickets");
  if (pathname === figuresPath)
    return (
      <Suspense>
        <FiguresPage />
      </Suspense>
    );
  if (pathname === deletedTicketsPath && mayDelete)
    return (
      <Suspense>
        <DeletedTicketsPage />
      </Suspense>
    );
  return <TicketsPage />;
}
