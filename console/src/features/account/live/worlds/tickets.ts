import { priorities } from "@parley/contract/priorities";
import { keys } from "../../../../api/queries.ts";
import { agents, at, departments, ticketOf } from "../../../../sample/build.ts";
import { Desk } from "../../../../sample/desk.ts";
import { id, type World } from "./world.ts";

const { mira, jonas } = agents;

export const tickets: Record<string, World> = {
  tickets: {
    proves: ["newTicket", "updateTicket", "acceptTicket", "closeTicket", "ticketRead"],
    steps: [
      ...["opens", "writes", "accepts", "reassigns", "numbers", "closes", "reopens", "rates", "reads"],
      ...["snoozes", "wakes", "tags", "prioritises", "fills"],
    ],
    start() {
      const desk = new Desk(mira);
      const take = (does: string, number: number, text: string) => {
        const ticketid = [...desk.tickets.keys()][number] ?? "none";
        if (does === "opens") desk.opens(number, "bookings");
        if (does === "writes") desk.writes(ticketid, number % 2 === 0, text);
        if (does === "accepts") desk.accepts(ticketid, number % 2 ? mira : jonas);
        if (does === "reassigns") desk.reassigns(ticketid, "bookings", number % 2 ? jonas : null);
        if (does === "numbers") desk.numbers(text);
        if (does === "snoozes") desk.snoozes(ticketid, mira, number % 2 ? at(9) : null);
        if (does === "wakes") desk.wakes(ticketid, number % 2 === 0);
        if (does === "tags") desk.tags(ticketid, number % 3);
        if (does === "prioritises") desk.prioritises(ticketid, priorities[number % 4] ?? "normal");
        if (does === "fills") desk.fills(ticketid, number % 2 ? text : null);
        if (does === "closes") desk.closes(ticketid);
        if (does === "reopens") desk.reopens(ticketid);
        if (does === "rates") desk.rates(ticketid, 1 + (number % 3));
        if (does === "reads") desk.reads(ticketid);
      };
      return {
        step: (does, number, text) => {
          take(does, number, text);
          return desk.events.splice(0);
        },
        answers: () => [
          [keys.openTickets, desk.open()],
          [keys.closedTickets, { pages: [desk.closed()], pageParams: [{ offset: 0 }] }],
        ],
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
    steps: ["notes"],
    start() {
      const clientid = id("c", 1);
      let noted = "";
      return {
        answers: () => [
          [keys.clientDetails(clientid), noted],
          [[...keys.clientLists, ""], noted],
        ],
        step(_does, _number, text) {
          noted = text;
          return [{ name: "clientChanged", payload: { clientid } }];
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
          const handler = { userid, user_name: `Agent ${number}`, accepted_on: at(2) };
          tickets.set(number % 3, ticketOf(mira, { ...ticket, ...handler }));
          return [{ name: "newHandler", payload: { ticketid, ...departments.bookings, ...handler } }];
        },
      };
    },
  },
};
