import { typesThat } from "@parley/contract/timeline";
import { sql } from "kysely";

const words = typesThat("crossesChannel");

/** The rule of `waitsForClient`, over a row of `ticket`. */
export const waitsForClientSql = sql<boolean>`(ticket.closed_on is null and coalesce(ticket.last_message_is_agent
  and (ticket.last_message_agent_id is not null or not coalesce(ticket.last_message_automatic, false))
  and ticket.last_message_type = any(${words}::text[]), false))`;
