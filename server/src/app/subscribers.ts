/** The subscribers of the ledger. */

import { channelLive } from "../channels/accounts/live.ts";
import { fillFiguresOnChange, noteFigures } from "../decide/figures/from-ledger.ts";
import { choosePoliciesOfClient, choosePolicyOfTicket } from "../decide/goals/choose.ts";
import { goalsLive } from "../decide/goals/live.ts";
import { redateOnChange } from "../decide/goals/redate.ts";
import { routingLive } from "../decide/routing/live.ts";
import { noteRuleEvents } from "../decide/rules/from-ledger.ts";
import { switchOffRules } from "../decide/rules/gone.ts";
import { rulesLive } from "../decide/rules/live.ts";
import type { Subscribers } from "../floor/ledger/subscribers.ts";
import { agentLive } from "../people/agents/live.ts";
import { endKeysOfDisabled } from "../programs/keys/change.ts";
import { listAction } from "../support/actions/from-ledger.ts";
import { writeAuditEntry } from "../support/audit/from-ledger.ts";
import { noteDueTickets } from "../support/automatic/from-ledger.ts";
import { automaticLive } from "../support/automatic/live.ts";
import { sharedBubblesLive } from "../support/bubbles/live.ts";
import { clientDetailsLive, clientLive } from "../support/clients/live.ts";
import { fieldsLive } from "../support/fields/live.ts";
import { hoursLive } from "../support/hours/live.ts";
import { linesLive, notesLive } from "../support/notes/live.ts";
import { addInboxLines } from "../support/notifications/from-ledger.ts";
import { inboxLive } from "../support/notifications/live.ts";
import { organisationsLive } from "../support/organisations/live.ts";
import { outgoingLive } from "../support/outgoing/live.ts";
import { pushFromLedger } from "../support/push/from-ledger.ts";
import { tagsLive } from "../support/tags/live.ts";
import { endSight, tellSighted, tellSightedOfMove } from "../support/ticket/give-sight.ts";
import { ticketLive } from "../support/tickets/live.ts";
import { recountOnNewZone } from "../support/totals/from-ledger.ts";
import { viewsLive } from "../support/views/live.ts";
import { channelModules } from "./channels.ts";

export const subscribers: Subscribers = {
  inTransaction: [
    listAction,
    writeAuditEntry,
    addInboxLines,
    endSight,
    tellSightedOfMove,
    recountOnNewZone,
    endKeysOfDisabled,
    outgoingLive,
    switchOffRules,
    choosePolicyOfTicket,
    choosePoliciesOfClient,
    redateOnChange,
    fillFiguresOnChange,
  ],
  afterCommit: [
    ticketLive,
    notesLive,
    linesLive,
    tellSighted,
    agentLive,
    clientLive,
    clientDetailsLive,
    channelLive,
    hoursLive,
    automaticLive,
    rulesLive,
    goalsLive,
    routingLive,
    tagsLive,
    viewsLive,
    sharedBubblesLive,
    fieldsLive,
    organisationsLive,
    inboxLive,
  ],
  byCursor: [
    pushFromLedger,
    noteDueTickets,
    noteRuleEvents,
    noteFigures,
    ...channelModules.flatMap(({ work }) => work?.follows ?? []),
  ],
};
