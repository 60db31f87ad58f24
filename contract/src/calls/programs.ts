/** The calls of programs, by the heading under which their reference shows them. */
import {
  byProgramId,
  expandQuery,
  pageOf,
  pageQuery,
  programAgent,
  programChannel,
  programClient,
  programDepartment,
  programField,
  programMessage,
  programNote,
  programTag,
  programTicket,
  programTicketQuery,
  programView,
} from "../programs.ts";
import type { Declarations } from "./call.ts";

const programs = true;

export const programCalls = {
  Tickets: {
    v1ListTickets: {
      summary: "List tickets, the newest first",
      ability: "readTickets",
      query: programTicketQuery,
      answer: pageOf(programTicket),
      programs,
    },
    v1GetTicket: {
      summary: "Read a ticket; its version is in the header ETag",
      ability: "readTickets",
      params: byProgramId,
      query: expandQuery,
      answer: programTicket,
      programs,
    },
    v1ListMessages: {
      summary: "List the messages of a ticket, the oldest first",
      ability: "readTickets",
      params: byProgramId,
      query: pageQuery,
      answer: pageOf(programMessage),
      programs,
    },
    v1ListNotes: {
      summary: "List the notes of a ticket, the oldest first",
      ability: "readTickets",
      params: byProgramId,
      query: pageQuery,
      answer: pageOf(programNote),
      programs,
    },
  },
  Clients: {
    v1ListClients: {
      summary: "List clients, the newest first",
      ability: "readClients",
      query: pageQuery,
      answer: pageOf(programClient),
      programs,
    },
    v1GetClient: {
      summary: "Read a client; its version is in the header ETag",
      ability: "readClients",
      params: byProgramId,
      answer: programClient,
      programs,
    },
  },
  Company: {
    v1ListAgents: {
      summary: "List agents, also those whose account is switched off",
      ability: "readColleagues",
      query: pageQuery,
      answer: pageOf(programAgent),
      programs,
    },
    v1ListDepartments: {
      summary: "List departments",
      ability: "readColleagues",
      query: pageQuery,
      answer: pageOf(programDepartment),
      programs,
    },
    v1ListChannels: {
      summary: "List channels, also those that are disconnected",
      ability: "readTickets",
      query: pageQuery,
      answer: pageOf(programChannel),
      programs,
    },
    v1ListTags: {
      summary: "List tags",
      ability: "readTickets",
      query: pageQuery,
      answer: pageOf(programTag),
      programs,
    },
    v1ListFields: {
      summary: "List the fields of tickets and clients",
      ability: "readTickets",
      query: pageQuery,
      answer: pageOf(programField),
      programs,
    },
    v1ListViews: {
      summary: "List the views of tickets that the key's departments have",
      ability: "readTickets",
      query: pageQuery,
      answer: pageOf(programView),
      programs,
    },
  },
} satisfies Record<string, Declarations>;
