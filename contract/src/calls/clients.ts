import { z } from "zod";
import { action, actionQuery } from "../actions.ts";
import { clientFiles, clientNote, setClientNote, ticketClient } from "../client-panel.ts";
import {
  afterQuery,
  clientFilter,
  clientList,
  clientPageQuery,
  clientProfile,
  clientRow,
  clientTickets,
  mergeClients,
  updateClient,
} from "../client-profiles.ts";
import { clientNumber, updateClientNumber } from "../clients.ts";
import { dismissMergeProposal, mergeProposalQuery, mergeProposals } from "../merge-proposals.ts";
import { texts } from "../texts.ts";
import { uuid } from "../values.ts";
import { type Declarations, done } from "./call.ts";
import { byId, byOffset, byTicket, keyword } from "./params.ts";

export const clientCalls = {
  listClients: {
    summary: "The first clients that match, and how many do",
    ability: "readClients",
    query: clientFilter,
    answer: clientList,
  },
  listMoreClients: {
    summary: "The next clients; the text 'Table end reached!' past the end",
    ability: "readClients",
    params: byOffset,
    query: clientPageQuery,
    answer: z.union([z.array(clientRow), z.literal(texts.tableEnd)]),
  },
  exportClients: {
    summary: "The clients of the table as a CSV file",
    ability: "readReports",
    weight: "export",
    query: clientFilter,
    answer: { content: "text/csv" },
  },
  searchClients: {
    summary: "Search clients by name, number or id",
    ability: "readClients",
    weight: "search",
    params: z.object({ term: keyword }),
    answer: z.array(clientRow),
  },
  getClient: { summary: "A client's profile", ability: "readClients", params: byId, answer: clientProfile },
  listClientActions: {
    summary: "What happened to a client's tickets, newest first",
    ability: "readClients",
    params: byId,
    query: actionQuery,
    answer: z.array(action),
  },
  listClientTickets: {
    summary: "A client's tickets, newest first",
    ability: "readClients",
    params: byId,
    query: afterQuery,
    answer: clientTickets,
  },
  listClientFiles: {
    summary: "The files of a client's messages, newest first",
    ability: "readClients",
    params: byId,
    query: afterQuery,
    answer: clientFiles,
  },
  getTicketClient: {
    summary: "The client of a ticket: what is noted of them, and how they are written to on each channel",
    ability: "readTickets",
    params: byTicket,
    answer: ticketClient,
  },
  setClientNote: {
    summary: "Set the note about a client; 409 when it is another than the one that was changed",
    ability: "answerTickets",
    body: setClientNote,
    answer: clientNote,
  },
  updateClientNumber: {
    summary: "Note a client's number; an empty one removes it",
    ability: "answerTickets",
    body: updateClientNumber,
    answer: clientNumber,
  },
  updateClient: {
    summary: "Change what is noted of a client",
    ability: "manageClients",
    body: updateClient,
    answer: clientRow,
  },
  switchClientBlock: {
    summary: "Block a client, or unblock one who is",
    ability: "manageClients",
    params: byId,
    answer: clientRow,
  },
  mergeClients: {
    summary: "Merge another client into this one",
    ability: "manageClients",
    params: byId,
    body: mergeClients,
    answer: clientRow,
  },
  unmergeClients: {
    summary: "Undo a merge, by its id",
    ability: "manageClients",
    params: z.object({ id: uuid }),
    answer: clientRow,
  },
  listMergeProposals: {
    summary: "A page of the clients who are proposed for merging, with what both have proved",
    ability: "manageClients",
    query: mergeProposalQuery,
    answer: mergeProposals,
  },
  dismissMergeProposal: {
    summary: "Say that two proposed clients are different people; they are not proposed again",
    ability: "manageClients",
    body: dismissMergeProposal,
    answer: done,
  },
} satisfies Declarations;
