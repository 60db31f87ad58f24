import type { Pin } from "@parley/contract/pins";
import { texts } from "@parley/contract/texts";
import { agentName } from "../../floor/actors/name.ts";
import type { PinRow } from "./queries.ts";

export function viewPin(row: PinRow): Pin {
  return {
    ticketid: row.ticket_id,
    messageid: row.message_id,
    agentid: row.pinned_by,
    username: agentName(row),
    clientid: row.client_id,
    created_on: row.created_on.toISOString(),
    seq: row.seq,
    type: row.type,
    content: row.content || row.caption || "",
    fileName: row.file_state === "too_large" ? texts.fileTooLarge : row.file_name,
    isagent: row.is_agent,
    created_by_name: authorOf(row),
    pinned_on: row.pinned_on.toISOString(),
  };
}

function authorOf({ author_first_name: first_name, author_last_name: last_name }: PinRow): string | null {
  return first_name === null || last_name === null ? null : agentName({ first_name, last_name });
}
