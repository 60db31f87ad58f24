import type { Hit } from "@parley/contract/search";
import type { Ticket } from "@parley/contract/tickets";
import { describe, expect, it } from "vitest";
import { agents, colleague, ticketOf } from "../../../sample/build.ts";
import { findResults } from "./results.ts";

const hitOf = (ticket: Ticket, facts: Partial<Hit> = {}): Hit => ({
  ...{
    kind: "tickets",
    id: ticket.ticketid,
    created_on: ticket.created_on,
    place: "client",
    text: "",
    marks: [],
  },
  ...{ author: null, isagent: false, seq: null, messageid: null, noteid: null, ticket, client: null },
  ...facts,
});

const dimitar = ticketOf(agents.mira, { client_name: "Dimitar Petrov", account_number: "HT-20874" });
const jose = ticketOf(agents.mira, {
  ticketid: "7a11c0de-0000-4000-8000-000000000002",
  clientid: "c0000000-0000-4000-8000-000000000002",
  client_name: "José Álvarez",
});
const older = ticketOf(agents.mira, { ...dimitar, ticketid: "70000000-0000-4000-8000-000000000003" });
const actions = [{ id: "theme", label: "Switch to the light theme", icon: null, run: () => undefined }];
const all = {
  actions,
  tickets: [dimitar, jose],
  found: [hitOf(older)],
  colleagues: [colleague("Emre", "online")],
};

const kinds = (phrase: string) => findResults(phrase, all).map(({ kind, items }) => [kind, items.length]);

describe("the search", () => {
  it("the search offers the page of all results alone for an unknown phrase", () => {
    expect(findResults("zebra", { ...all, found: [] }).map(({ kind }) => kind)).toEqual(["all"]);
  });

  it("the search shows messages, notes and files that the server found, before colleagues", () => {
    const found = (["files", "notes", "messages"] as const).map((kind) => hitOf(jose, { kind, id: kind }));
    const groups = findResults("emre", { ...all, found });
    expect(groups.map(({ kind }) => kind)).toEqual(["message", "note", "file", "colleague", "all"]);
  });

  it("the search finds a client's tickets at hand and elsewhere, and the client once", () => {
    expect(kinds("dimi")).toEqual([
      ["ticket", 2],
      ["client", 1],
      ["all", 1],
    ]);
  });

  it("the search finds numbers and the id's beginning", () => {
    expect(findResults("20874", { ...all, found: [] })[0]?.items[0]?.id).toBe(dimitar.ticketid);
    const [first] = findResults(jose.ticketid.slice(0, 8), { ...all, found: [] });
    expect(first?.items[0]?.id).toBe(jose.ticketid);
  });

  it("the search ignores case and accents", () => {
    expect(findResults("jose alv", { ...all, found: [] })[0]?.items[0]?.label).toBe("José Álvarez");
    expect(findResults("EMRE", { ...all, found: [] })[0]?.kind).toBe("colleague");
  });

  it("the search shows a ticket once that is at hand and was found", () => {
    expect(findResults("dimi", { ...all, found: [hitOf(dimitar)] })[0]?.items).toHaveLength(1);
  });

  it("the search begins with the actions, before anything is typed", () => {
    expect(findResults("", all)[0]?.kind).toBe("action");
  });
});
