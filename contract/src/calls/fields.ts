import { clientRow } from "../client-profiles.ts";
import {
  clientDetails,
  createField,
  deleteField,
  field,
  fieldList,
  fieldUses,
  orderFields,
  setClientField,
  setTicketField,
  updateField,
} from "../fields.ts";
import { ticket } from "../tickets.ts";
import { type Declarations, done } from "./call.ts";
import { byTicket } from "./params.ts";

export const fieldCalls = {
  listFields: {
    summary: "The fields of tickets, of clients and of organisations, in their order",
    ability: "readTickets",
    answer: fieldList,
  },
  setTicketField: {
    summary: "Set a field of a ticket, or remove its value; the same one again changes nothing",
    ability: "answerTickets",
    body: setTicketField,
    answer: ticket,
  },
  setClientField: {
    summary: "Set a field of a client, or remove its value; the same one again changes nothing",
    ability: "answerTickets",
    body: setClientField,
    answer: clientRow,
  },
  getClientDetails: {
    summary: "The organisation, tags and fields of a ticket's client",
    ability: "readTickets",
    params: byTicket,
    answer: clientDetails,
  },
  listFieldUses: {
    summary: "How many values each field has; one without any is left out",
    ability: "manageSettings",
    weight: "search",
    answer: fieldUses,
  },
  createField: {
    summary: "Define a field; its owner and type stay",
    ability: "manageSettings",
    body: createField,
    answer: field,
  },
  updateField: {
    summary: "Rename, archive or restore a field, or set its choices; what is left out stays as it is",
    ability: "manageSettings",
    body: updateField,
    answer: field,
  },
  orderFields: {
    summary: "Set the order of the fields of tickets, clients or organisations",
    ability: "manageSettings",
    body: orderFields,
    answer: fieldList,
  },
  deleteField: {
    summary:
      "Delete a field with its values. After an interruption the field is archived, and a repeat goes on",
    ability: "manageSettings",
    weight: "export",
    body: deleteField,
    answer: done,
  },
} satisfies Declarations;
