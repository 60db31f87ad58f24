import { priorities } from "@parley/contract/priorities";
import type { SharedTicket, Ticket } from "@parley/contract/tickets";
import { keys } from "../../../../api/queries.ts";
import { agents, at, departments, message, ticketOf } from "../../../../sample/build.ts";
import { Desk } from "../../../../sample/desk.ts";
import { cut, id, type World } from "./world.ts";

const { mira, jonas } = agents;

export const tickets: Record<string, World> = {
  tickets: {
    proves: ["newTicket", "updateTicket", "acceptTicket", "closeTicket", "ticketRead"],
    steps: [
      ...["opens", "writes", "accepts", "reassigns", "numbers", "closes", "reopens", "rates", "reads"],
      ...["snoozes", "wakes", "tags", "prioritises", "fills", "takes over", "marks spam", "unmarks spam"],
    ],
    start() {
      const desk = new Desk(mira);
      const act = (does: string, number: number, text: string) => {
        const ticketid = [...desk.tickets.keys()][number] ?? "none";
        if (does === "opens") desk.opens(number, "bookings");
        if (does === "writes") desk.writes(ticketid, number % 2 === 0, text);
        if (does === "accepts") desk.accepts(ticketid, number % 2 ? mira : jonas);
        if (does === "reassigns") desk.reassigns(ticketid, "bookings", number % 2 ? jonas : null);
        if (does === "numbers") desk.numbers(text);
        if (does === "snoozes") desk.snoozes(ticketid, mira, number % 2 ? at(9) : null);
        if (does === "wakes") desk.wakes(ticketid, number % 2 === 0);
        if (does === "tags") desk.tags(ticketid, number % 3);
        if (does === "takes over") desk.takesOver(ticketid, number % 2 ? mira : jonas);
        if (does === "marks spam" || does === "unmarks spam")
          desk.marksSpam(ticketid, mira, does === "marks spam");
        if (does === "prioritises") desk.prioritises(ticketid, priorities[number % 4] ?? "normal");
        if (does === "fills") desk.fills(ticketid, number % 2 ? text : null);
        if (does === "closes") desk.closes(ticketid);
        if (does === "reopens") desk.reopens(ticketid);
        if (does === "rates") desk.rates(ticketid, 1 + (number % 3));
        if (does === "reads") desk.reads(ticketid);
      };
      return {
        step: (does, number, text) => {
          act(does, number, text);
          return desk.events.splice(0);
        },
        answers: () => [
          [keys.openTickets, desk.open()],
          [keys.closedTickets, { pages: [desk.closed()], pageParams: [{ offset: 0 }] }],
        ],
      };
    },
  },
  "tickets of mentions": {
    proves: ["ticketSighted"],
    steps: ["mentions", "writes", "accepts", "tags", "moves", "closes"],
    start() {
      const shown = new Map<number, Ticket>();
      let minute = 0;
      const elsewhere = (number: number, facts: Partial<SharedTicket> = {}): Ticket => ({
        ...ticketOf(mira, {
          ticketid: id("7", number),
          ...departments.refunds,
          updated_on: at(++minute),
          ...facts,
        }),
        sighted: true,
      });
      const newest = (one: Ticket, other: Ticket) => (one.updated_on < other.updated_on ? 1 : -1);
      return {
        answers: () => [
          [keys.openTickets, []],
          [keys.mentionedTickets, [...shown.values()].sort(newest)],
        ],
        step(does, number, text) {
          const known = shown.get(number);
          const ticketid = id("7", number);
          if (does === "mentions") {
            if (known) return [];
            shown.set(number, elsewhere(number));
            return [{ name: "ticketSighted", payload: { ticketid } }];
          }
          if (!known) return [];
          if (does === "writes") {
            const seq = known.last_seq + 1;
            const created_on = at(++minute);
            shown.set(number, {
              ...known,
              last_seq: seq,
              client_messages: known.client_messages + 1,
              unread: known.unread + 1,
              isagent: false,
              updated_on: created_on,
              last_message: { type: "text", content: cut(text), created_on, isagent: false },
              waits_since: known.waits_since ?? created_on,
            });
            return [
              {
                name: "newMessage",
                payload: message({ ticketid, seq, created_on, content: text, isagent: false }),
              },
            ];
          }
          if (does === "accepts") {
            const handler = { userid: jonas.id, user_name: "Jonas Lind", accepted_on: at(minute) };
            const stage_version = known.stage_version + 1;
            const accepted = {
              ...handler,
              stage_version,
              accepted: true,
              accepted_by: jonas.id,
              stage: "accepted",
            } as const;
            shown.set(number, { ...known, ...accepted });
            return [
              {
                name: "acceptTicket",
                payload: { ticketid, stage_version, ...departments.refunds, ...handler },
              },
            ];
          }
          const { sighted: _, unread: __, can: ___, ...shared } = known;
          if (does === "tags") {
            shown.set(number, { ...known, tags: [id("9", number)] });
            return [{ name: "updateTicket", payload: { ...shared, tags: [id("9", number)] } }];
          }
          shown.delete(number);
          if (does === "closes") {
            const closing = { closed_on: at(++minute), closed_by_name: "Jonas Lind" };
            const { departmentid } = departments.refunds;
            return [
              {
                name: "closeTicket",
                payload: { ticketid, stage_version: known.stage_version + 1, departmentid, ...closing },
              },
              { name: "removeTicket", payload: { ticketid } },
            ];
          }
          return [{ name: "removeTicket", payload: { ticketid } }];
        },
      };
    },
  },
  "tags of a company": {
    proves: ["tagsChanged"],
    steps: ["changes", "merges"],
    start() {
      const ticket = ticketOf(mira, { tags: [id("9", 0)] });
      let list = "";
      return {
        answers: () => [
          [keys.tags, list],
          [keys.openTickets, [{ ...ticket }]],
        ],
        step(does, number, text) {
          list = text;
          if (does === "merges") ticket.tags = [id("9", number)];
          return [{ name: "tagsChanged", payload: { tickets: does === "merges" } }];
        },
      };
    },
  },
  "views of an agent": {
    proves: ["viewsChanged"],
    steps: ["changes"],
    start() {
      let list = "";
      return {
        answers: () => [[keys.views, list]],
        step(_does, _number, text) {
          list = text;
          return [{ name: "viewsChanged", payload: {} }];
        },
      };
    },
  },
  "fields of a company": {
    proves: ["fieldsChanged"],
    steps: ["defines", "deletes"],
    start() {
      let defined = "";
      let fields = { [id("f", 0)]: "first" };
      return {
        answers: () => [
          [keys.fields, defined],
          [keys.openTickets, [ticketOf(mira, { fields })]],
        ],
        step(does, number, text) {
          defined = text;
          if (does === "deletes") fields = { [id("f", number)]: text };
          return [{ name: "fieldsChanged", payload: { values: does === "deletes" } }];
        },
      };
    },
  },
  "what is noted of a client": {
    proves: ["clientChanged"],
    steps: ["notes", "joins"],
    start() {
      const { clientid } = ticketOf(mira);
      let noted = "";
      let joined: Partial<SharedTicket> = {};
      return {
        answers: () => [
          [keys.openTickets, [ticketOf(mira, joined)]],
          [keys.closedTickets, { pages: [[ticketOf(mira, joined)]], pageParams: [{ offset: 0 }] }],
          [keys.clientDetails(clientid), noted],
          [[...keys.clientLists, ""], noted],
          [[...keys.organisations, ""], noted],
        ],
        step(does, number, text) {
          noted = text;
          if (does === "notes") return [{ name: "clientChanged", payload: { clientid } }];
          const organisationid = number % 3 ? id("0", number) : null;
          const fields = organisationid && number % 2 ? { [id("f", 1)]: text } : undefined;
          joined = {
            ...(organisationid && { organisation: organisationid }),
            ...(fields && { organisation_fields: fields }),
          };
          const organisation = { organisationid, ...(fields && { fields }) };
          return [{ name: "clientChanged", payload: { clientid, organisation } }];
        },
      };
    },
  },
  "proposals to merge clients": {
    proves: ["mergeProposalsChanged"],
    steps: ["proposes"],
    start() {
      let list = "";
      return {
        answers: () => [[[...keys.organisations, "proposals", null], list]],
        step(_does, _number, text) {
          list = text;
          return [{ name: "mergeProposalsChanged", payload: {} }];
        },
      };
    },
  },
  organisations: {
    proves: ["organisationsChanged"],
    steps: ["renames", "fills"],
    start() {
      let name = "";
      const organisationid = id("0", 1);
      let filled = ticketOf(mira, { organisation: organisationid });
      return {
        answers: () => [
          [keys.openTickets, [filled]],
          [keys.closedTickets, { pages: [[filled]], pageParams: [{ offset: 0 }] }],
          [keys.clientDetails(id("c", 1)), name],
          [[...keys.clientLists, ""], name],
          [[...keys.organisations, ""], name],
        ],
        step(does, _number, text) {
          name = text;
          if (does === "renames") return [{ name: "organisationsChanged", payload: {} }];
          filled = { ...filled, organisation_fields: { [id("f", 1)]: text } };
          return [{ name: "organisationsChanged", payload: { organisationid } }];
        },
      };
    },
  },
  "tickets handed over": {
    proves: ["newHandler", "removeTicket"],
    steps: ["hands", "removes"],
    start() {
      const handled = {
        accepted: true,
        accepted_by: mira.id,
        accepted_on: at(1),
        stage: "accepted",
      } as const;
      const tickets = new Map(
        [0, 1, 2].map((number) => [
          number,
          ticketOf(mira, {
            ...handled,
            ticketid: id("7", number),
            userid: mira.id,
            updated_on: at(9 - number),
          }),
        ]),
      );
      return {
        answers: () => [[keys.openTickets, [...tickets.values()]]],
        step(does, number) {
          const ticket = tickets.get(number % 3);
          if (!ticket) return [];
          const { ticketid } = ticket;
          if (does === "removes") {
            tickets.delete(number % 3);
            return [{ name: "removeTicket", payload: { ticketid } }];
          }
          const userid = number % 2 ? jonas.id : mira.id;
          const stage_version = ticket.stage_version + 1;
          const handler = { userid, user_name: `Agent ${number}`, accepted_on: at(2), stage_version };
          tickets.set(number % 3, ticketOf(mira, { ...ticket, ...handler }));
          return [{ name: "newHandler", payload: { ticketid, ...departments.bookings, ...handler } }];
        },
      };
    },
  },
  "tickets deleted and restored": {
    proves: [],
    steps: ["deletes", "restores"],
    start() {
      const closed = { stage: "closed", closed_on: at(3), closed_by_name: "Mira Halvorsen" } as const;
      const all = [0, 1, 2].map((number) => ticketOf(mira, { ...closed, ticketid: id("7", number) }));
      const deleted = new Set<string>();
      const line = (ticketid: string) => ({ id: ticketid, ticketid });
      const left = () => all.filter(({ ticketid }) => !deleted.has(ticketid));
      return {
        answers: () => [
          [keys.closedTickets, { pages: [left()], pageParams: [{ offset: 0 }] }],
          [keys.inbox, { lines: left().map(({ ticketid }) => line(ticketid)) }],
        ],
        step(does, number) {
          const ticket = all[number % 3];
          if (!ticket) return [];
          const { ticketid } = ticket;
          if (does === "deletes") {
            deleted.add(ticketid);
            return [{ name: "removeTicket", payload: { ticketid, deleted: true } }];
          }
          deleted.delete(ticketid);
          const { unread: _unread, can: _can, ...shared } = ticket;
          return [{ name: "updateTicket", payload: { ...shared, restored: true } }];
        },
      };
    },
  },
};
