import { afterQuery, clientTickets } from "../client-profiles.ts";
import { setOrganisationField } from "../fields.ts";
import {
  chooseOrganisation,
  createOrganisation,
  deleteOrganisation,
  organisation,
  organisationFilter,
  organisationList,
  organisationPageQuery,
  updateOrganisation,
} from "../organisations.ts";
import { type Declarations, done } from "./call.ts";
import { byOrganisation } from "./params.ts";

export const organisationCalls = {
  listOrganisations: {
    summary: "A page of the organisations of which the caller sees a client; administrators see all",
    ability: "readClients",
    query: organisationPageQuery,
    answer: organisationList,
  },
  getOrganisation: {
    summary: "An organisation",
    ability: "readClients",
    params: byOrganisation,
    answer: organisation,
  },
  listOrganisationTickets: {
    summary: "The tickets of an organisation's clients, newest first",
    ability: "readClients",
    params: byOrganisation,
    query: afterQuery,
    answer: clientTickets,
  },
  createOrganisation: {
    summary: "Make an organisation",
    ability: "manageClients",
    body: createOrganisation,
    answer: organisation,
  },
  updateOrganisation: {
    summary: "Change an organisation's name, domains or note; what is left out stays as it is",
    ability: "manageClients",
    body: updateOrganisation,
    answer: organisation,
  },
  deleteOrganisation: {
    summary:
      "Delete an organisation; its clients stay. After an interruption it has fewer clients, and a repeat goes on",
    ability: "manageClients",
    weight: "export",
    body: deleteOrganisation,
    answer: done,
  },
  chooseOrganisation: {
    summary: "Put clients into an organisation, or remove them from theirs",
    ability: "manageClients",
    body: chooseOrganisation,
    answer: done,
  },
  setOrganisationField: {
    summary: "Set a field of an organisation, or remove its value; the same one again changes nothing",
    ability: "manageClients",
    body: setOrganisationField,
    answer: organisation,
  },
  exportOrganisations: {
    summary: "The organisations of the table as a CSV file",
    ability: "readReports",
    weight: "export",
    query: organisationFilter,
    answer: { content: "text/csv" },
  },
} satisfies Declarations;
