/** Parts of the tickets that are fetched when there is time or when they are wanted, each with its texts. */
import { needTexts } from "../../i18n/index.ts";

export const loadTicketSearch = async () => {
  await needTexts("ticketSearch");
  return import("./TicketSearch.tsx");
};

export const loadReassign = async () => {
  await needTexts("reassign");
  return import("./ReassignDialog.tsx");
};
