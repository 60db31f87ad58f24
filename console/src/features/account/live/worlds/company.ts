import type { Offer } from "@parley/contract/routing";
import { keys } from "../../../../api/queries.ts";
import { agents, ticketOf } from "../../../../sample/build.ts";
import { id, type World } from "./world.ts";

const { mira, ingrid } = agents;

export const company: Record<string, World> = {
  "opening hours": {
    proves: ["openingHoursChanged"],
    steps: ["sets"],
    viewer: ingrid,
    start() {
      let set = "";
      return {
        answers: () => [[keys.openingHours, set]],
        step(_does, _which, text) {
          set = text;
          return [{ name: "openingHoursChanged", payload: {} }];
        },
      };
    },
  },
  "automatic messages": {
    proves: ["automaticMessagesChanged"],
    steps: ["writes"],
    viewer: ingrid,
    start() {
      const names: string[] = [];
      return {
        answers: () => [[keys.automaticMessages, [...names]]],
        step(_does, _which, text) {
          names.push(text);
          return [{ name: "automaticMessagesChanged", payload: {} }];
        },
      };
    },
  },
  rules: {
    proves: ["rulesChanged"],
    steps: ["writes"],
    viewer: ingrid,
    start() {
      const names: string[] = [];
      return {
        answers: () => [[keys.rules, [...names]]],
        step(_does, _which, text) {
          names.push(text);
          return [{ name: "rulesChanged", payload: {} }];
        },
      };
    },
  },
  routing: {
    proves: ["routingChanged", "awayChanged", "offerChanged"],
    steps: ["sets", "leaves", "offers", "ends"],
    viewer: ingrid,
    start() {
      let set = "";
      let cover: string | null = null;
      let offer: Offer | null = null;
      const ticketid = id("a", 1);
      return {
        answers: () => [
          [[...keys.routing, "departments"], set],
          [[...keys.routing, "away"], { away: [{ userid: mira.id, cover }] }],
          [[...keys.routing, "offers"], { offers: offer ? [offer] : [] }],
        ],
        step(does, _which, text) {
          if (does === "sets") {
            set = text;
            return [{ name: "routingChanged", payload: {} }];
          }
          if (does === "leaves") {
            cover = text;
            return [{ name: "awayChanged", payload: { userid: mira.id, away: null } }];
          }
          const at = "2026-07-01T09:00:00.000Z";
          const made = { ticketid, userid: mira.id, user_name: text, offered_on: at, until: at };
          offer = does === "offers" ? made : null;
          return [{ name: "offerChanged", payload: { ticketid, offer } }];
        },
      };
    },
  },
  accounts: {
    proves: ["channelUpdate"],
    steps: ["renames", "breaks"],
    start() {
      const account = { channelid: id("c", 1), name: "Harbour", state: "working" };
      return {
        answers: () => [
          [keys.channels, [{ ...account }]],
          // Stands for the tickets' data about their account.
          [keys.openTickets, [{ ...ticketOf(mira), client_name: account.name }]],
        ],
        step(does, _which, text) {
          if (does === "renames") account.name = text;
          else account.state = account.state === "broken" ? "working" : "broken";
          const payload = { channelid: account.channelid, tickets: does === "renames" };
          return [{ name: "channelUpdate", payload }];
        },
      };
    },
  },
  session: {
    proves: ["sessionEnded"],
    steps: ["ends"],
    start() {
      let status = "valid";
      return {
        answers: () => [[keys.session, { status }]],
        step() {
          status = "invalid";
          return [{ name: "sessionEnded", payload: { why: "ended" } }];
        },
      };
    },
  },
};
