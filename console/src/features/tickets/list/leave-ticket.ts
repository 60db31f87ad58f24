import { useNavigate } from "react-router";
import { readPlace, workspacePath } from "../../../paths.ts";

/** Leaves a ticket's chat when the server has answered, unless the agent has gone on to another by then. */
export function useLeaveTicket(): (ticketid: string) => void {
  const navigate = useNavigate();
  return (ticketid) => {
    const now = readPlace(new URLSearchParams(location.search));
    if (now.ticket && ticketid.startsWith(now.ticket)) void navigate(workspacePath({ ...now, ticket: null }));
  };
}
