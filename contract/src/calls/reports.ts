import { z } from "zod";
import { figureFilter, figures } from "../figures.ts";
import { saveTableColumns, tableColumns } from "../table-columns.ts";
import { texts } from "../texts.ts";
import { ticketDay, ticketFilter, ticketPageQuery, ticketTable, ticketTableQuery } from "../ticket-table.ts";
import { sharedTicket } from "../tickets.ts";
import type { Declarations } from "./call.ts";
import { byOffset } from "./params.ts";

export const reportCalls = {
  getTicketTable: {
    summary: "The first tickets of the table, with the figures of all",
    ability: "readReports",
    query: ticketTableQuery,
    answer: ticketTable,
  },
  listMoreTickets: {
    summary: "The next tickets of the table; the text 'Table end reached!' past the end",
    ability: "readReports",
    params: byOffset,
    query: ticketPageQuery,
    answer: z.union([z.array(sharedTicket), z.literal(texts.tableEnd)]),
  },
  listTicketDays: {
    summary: "Tickets by day, in the company's time zone",
    ability: "readReports",
    query: ticketFilter,
    answer: z.array(ticketDay),
  },
  exportTickets: {
    summary: "The tickets of the table as a CSV file",
    ability: "readReports",
    weight: "export",
    query: ticketFilter,
    answer: { content: "text/csv" },
  },
  getFigures: {
    summary:
      "What happened in the tickets of the departments that the caller sees, by days, hours and agents, beside as many days before. Without a range the last 28 days",
    ability: "readReports",
    weight: "search",
    query: figureFilter,
    answer: figures,
  },
  exportFigures: {
    summary: "The figures by day and by agent as a CSV file",
    ability: "readReports",
    weight: "export",
    query: figureFilter,
    answer: { content: "text/csv" },
  },
  getTableColumns: {
    summary: "The columns that the caller chose for the tables of tickets, clients and organisations",
    ability: "account",
    answer: tableColumns,
  },
  saveTableColumns: {
    summary: "Choose the columns of a table",
    ability: "account",
    body: saveTableColumns,
    answer: tableColumns,
  },
} satisfies Declarations;
