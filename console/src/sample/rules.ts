/** Rules and what came of them, for tests of the console. */
import type { Rule, TicketRules, TriedRule } from "@parley/contract/rules";
import { at, departments } from "./build.ts";

export const vip = "e0000000-0000-4000-8000-000000000001";
const id = (number: number) => `f1000000-0000-4000-8000-00000000000${number}`;

export const first: Rule = {
  ruleid: id(1),
  version: 3,
  name: "VIPs are seen first",
  enabled: true,
  departmentids: null,
  when: { kind: "event", events: ["client_wrote"] },
  condition: {
    all: [
      { field: "client_tags", operator: "one_of", value: [vip] },
      { field: "department", operator: "is", value: departments.bookings.departmentid },
    ],
  },
  actions: [
    { kind: "priority", priority: "high" },
    { kind: "notify", to: "department", userids: [] },
  ],
  stops: false,
  off: null,
  refers: [{ id: vip, name: "vip", gone: false }],
  runs: 37,
  ran_on: at(5),
  changed_on: at(2),
  changed_by_name: "Ingrid Solberg",
};

export const second: Rule = {
  ...first,
  ruleid: id(2),
  version: 1,
  name: "Nobody waits",
  enabled: false,
  departmentids: [departments.refunds.departmentid],
  when: { kind: "wait", wait: "unanswered", minutes: 90, in_hours: true },
  condition: { all: [] },
  actions: [{ kind: "tag", add: [vip], remove: [] }],
  stops: true,
  off: { gone: "tag", name: "vip" },
  runs: 0,
  ran_on: null,
};

const ticket = {
  ...{ ticketid: "3d9e27e0-0000-4000-8000-000000000001", short_id: "1042", client_name: "Olivia Grant" },
  ...{ ...departments.bookings, updated_on: at(6) },
};

export const trial: TriedRule = {
  ...{ tickets: 500, heard: 2, ran: 1 },
  listed: [
    {
      ...ticket,
      ...{ outcome: "ran", changes: ["priority", "notify"], before: "condition" },
      leaves: [
        { place: [0], holds: true, seen: [vip] },
        { place: [1], holds: true, seen: departments.bookings.departmentid },
      ],
    },
    {
      ...{ ...ticket, ticketid: "4d9e27e0-0000-4000-8000-000000000002", client_name: "Aylin Kaya" },
      ...{ outcome: "condition", changes: [], before: "condition" },
      leaves: [{ place: [1], holds: false, seen: departments.refunds.departmentid }],
    },
  ],
};

const known = ({
  ruleid,
  version,
  name,
  departmentids,
  when,
  condition,
  actions,
  stops,
  enabled,
  refers,
}: Rule) => ({
  ...{ ruleid, version, name, departmentids, when, condition, actions, stops, enabled, refers },
  now: true,
});

export const explained: TicketRules = {
  judgements: [
    {
      ...{ time: at(9), event: "client_wrote", wait: null },
      rules: [
        {
          ...{ ruleid: first.ruleid, version: 3, outcome: "condition", reason: null },
          leaves: [{ place: [1], holds: false, seen: departments.refunds.departmentid }],
        },
      ],
    },
    {
      ...{ time: at(7), event: "opened", wait: null },
      rules: [
        {
          ...{ ruleid: id(3), version: 1, outcome: "ran", reason: null },
          leaves: [{ place: [0], holds: true, seen: [] }],
        },
      ],
    },
  ],
  before: null,
  versions: [
    known(first),
    known(second),
    {
      ...known({ ...first, ruleid: id(3), version: 1, name: "Sort the new ones" }),
      condition: { all: [{ field: "tags", operator: "none_of", value: [vip] }] },
    },
  ],
};
