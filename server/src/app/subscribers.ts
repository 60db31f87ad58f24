/** The subscribers of the ledger. */
import { listAction } from "../actions/from-ledger.ts";
import { agentLive } from "../agents/live.ts";
import { writeAuditEntry } from "../audit/from-ledger.ts";
import { noteDueTickets } from "../automatic/from-ledger.ts";
import { automaticLive } from "../automatic/live.ts";
import { channelLive } from "../channels/live.ts";
import { clientLive } from "../clients/live.ts";
import { hoursLive } from "../hours/live.ts";
import type { Subscribers } from "../ledger/subscribers.ts";
import { addInboxLines } from "../notifications/from-ledger.ts";
import { inboxLive } from "../notifications/live.ts";
import { pushFromLedger } from "../push/from-ledger.ts";
import { ticketLive } from "../tickets/live.ts";
import { channelModules } from "./channels.ts";

export const subscribers: Subscribers = {
  inTransaction: [listAction, writeAuditEntry, addInboxLines],
  afterCommit: [ticketLive, agentLive, clientLive, channelLive, hoursLive, automaticLive, inboxLive],
  byCursor: [pushFromLedger, noteDueTickets, ...channelModules.flatMap(({ follows = [] }) => follows)],
};
