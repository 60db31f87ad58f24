import { occasions } from "@parley/contract/automatic-text";
import type { OpeningHours } from "@parley/contract/open-days";
import { describe, expect, test } from "vitest";
import { decide, type Facts, type Rule } from "./decide.ts";

const at = (clock: string, day = "2026-05-05") => new Date(`${day}T${clock}Z`);
const office = [{ from: "09:00", to: "17:00", next_day: false }];
const hours: OpeningHours = {
  time_zone: "UTC",
  days: Array.from({ length: 7 }, () => office),
  exceptions: [],
};

const rule = (facts: Partial<Rule>): Rule => ({
  occasion: "conversation_begins",
  enabledOn: at("00:00", "2026-05-01"),
  delayMinutes: 0,
  closes: false,
  channelIds: [],
  departmentIds: [],
  ...facts,
});
const facts = (some: Partial<Facts> = {}): Facts => ({
  channelId: "c1",
  departmentId: "d1",
  createdOn: at("10:00"),
  reopenedOn: null,
  closedOn: null,
  closedSilently: false,
  accepted: false,
  begunByClient: true,
  clientWroteOn: at("10:00"),
  agentWroteOn: null,
  automaticMail: false,
  senderUnverified: false,
  sentToSender: 0,
  clientBlocked: false,
  clientUnreachable: false,
  disconnected: false,
  handlerOnline: false,
  hours,
  ...some,
});
const due = { state: "due", closes: false };
const notDue = (reason: string) => ({ state: "not_due", reason });
const skipped = (reason: string) => ({ state: "skipped", reason });
const now = at("10:00");

/** Facts under which each occasion is due. */
const occasionsDue: [Partial<Rule>, Partial<Facts>][] = [
  [{ occasion: "conversation_begins" }, {}],
  [{ occasion: "outside_hours" }, { hours: { ...hours, days: Array(7).fill([]) } }],
  [{ occasion: "not_accepted", delayMinutes: 15 }, { createdOn: at("09:45") }],
  [
    { occasion: "client_silent", delayMinutes: 30 },
    { clientWroteOn: at("09:00"), agentWroteOn: at("09:30") },
  ],
  [{ occasion: "closed" }, { closedOn: at("10:00") }],
];

test.each(occasionsDue)("an occasion %j leads to no message in answer to an automatic mail", (of, some) => {
  expect(decide(rule(of), facts(some), [], now)).toEqual(due);
  expect(decide(rule(of), facts({ ...some, automaticMail: true }), [], now)).toEqual(
    skipped("automatic_mail"),
  );
});

test("each occasion has its facts", () => {
  expect(occasionsDue.map(([{ occasion }]) => occasion)).toEqual([...occasions]);
});

describe("for every occasion", () => {
  test.each<[Partial<Rule>, Partial<Facts>, object]>([
    [{ enabledOn: null }, {}, notDue("off")],
    [{ channelIds: ["c2"] }, {}, notDue("other_channel")],
    [{ channelIds: ["c1"], departmentIds: ["d1"] }, {}, due],
    [{ departmentIds: ["d2"] }, {}, notDue("other_department")],
    [{ enabledOn: at("10:01") }, {}, notDue("before_switched_on")],
    [{}, { clientBlocked: true }, skipped("client_blocked")],
    [{}, { clientUnreachable: true }, skipped("client_unreachable")],
    [{}, { disconnected: true }, skipped("channel_disconnected")],
    [{}, { automaticMail: true }, skipped("automatic_mail")],
    [{}, { senderUnverified: true }, skipped("sender_unverified")],
    [{}, { sentToSender: 2 }, skipped("sender_answered_often")],
    [{}, { sentToSender: 1 }, due],
    [{}, { createdOn: at("08:59") }, skipped("too_late")],
  ])("%j with %j", (of, some, expected) => {
    expect(decide(rule(of), facts(some), [], now)).toEqual(expected);
  });
});

test("a conversation begins once, with the client, and before an agent answers or it is closed", () => {
  const begins = rule({ delayMinutes: 5 });
  expect(decide(begins, facts(), [], now)).toEqual({ state: "waiting", on: at("10:05") });
  expect(decide(begins, facts(), [], at("10:05"))).toEqual(due);
  expect(decide(begins, facts(), [{ time: at("10:05") }], at("10:05"))).toEqual(notDue("already"));
  expect(decide(begins, facts({ begunByClient: false }), [], at("10:05"))).toEqual(notDue("begun_by_us"));
  const answered = facts({ agentWroteOn: at("10:04") });
  expect(decide(begins, answered, [], at("10:05"))).toEqual(notDue("agent_answered"));
  expect(decide(begins, facts({ closedOn: at("10:01") }), [], at("10:05"))).toEqual(notDue("closed"));
});

describe("the out-of-hours message", () => {
  const outside = rule({ occasion: "outside_hours" });
  const wrote = (clientWroteOn: Date, more: Partial<Facts> = {}) => facts({ clientWroteOn, ...more });

  test("the out-of-hours message is sent once in a closed period, and again in the next", () => {
    const sent = [{ time: at("20:00") }];
    expect(decide(outside, wrote(at("20:00")), [], at("20:00"))).toEqual(due);
    expect(decide(outside, wrote(at("23:00")), sent, at("23:00"))).toEqual(notDue("already"));
    const morning = at("08:59", "2026-05-06");
    expect(decide(outside, wrote(morning), sent, morning)).toEqual(notDue("already"));
    const evening = at("17:00", "2026-05-06");
    expect(decide(outside, wrote(evening), sent, evening)).toEqual(due);
  });

  test("the out-of-hours message is not sent while it is open, nor when it opens before the delay is over, nor without hours", () => {
    expect(decide(outside, wrote(at("16:59")), [], at("18:00"))).toEqual(notDue("open"));
    const late = { ...outside, delayMinutes: 10 };
    expect(decide(late, wrote(at("08:55")), [], at("09:05"))).toEqual(notDue("open"));
    expect(decide(late, wrote(at("08:55")), [], at("20:05"))).toEqual(notDue("open"));
    expect(decide(outside, wrote(at("20:00"), { hours: null }), [], at("20:00"))).toEqual(notDue("no_hours"));
  });

  const next = (clock: string) => at(clock, "2026-05-06");
  test.each<[string, Date, Date, object]>([
    ["after the client", at("20:00"), at("20:01"), notDue("agent_answered")],
    ["in the closed period before the client wrote", at("20:00"), at("18:19"), notDue("agent_answered")],
    ["in this closed period, before midnight", next("08:59"), at("20:00"), notDue("agent_answered")],
    ["at the instant of closing", at("20:00"), at("17:00"), notDue("agent_answered")],
    ["just before closing", at("17:01"), new Date(at("17:00").getTime() - 1), due],
    ["in the closed period before", next("18:00"), at("20:00"), due],
  ])("an agent who answered %s", (_when, clientWroteOn, agentWroteOn, expected) => {
    expect(decide(outside, wrote(clientWroteOn, { agentWroteOn }), [], clientWroteOn)).toEqual(expected);
  });

  test("the out-of-hours message is silenced by an agent's answer from Friday evening until Monday, and not on Monday evening", () => {
    const weekdays = [office, office, office, office, office, [], []];
    const on = (clientWroteOn: Date) =>
      decide(
        outside,
        wrote(clientWroteOn, {
          hours: { ...hours, days: weekdays },
          agentWroteOn: at("17:30", "2026-05-08"),
        }),
        [],
        clientWroteOn,
      );
    expect(on(at("12:00", "2026-05-10"))).toEqual(notDue("agent_answered"));
    expect(on(at("08:59", "2026-05-11"))).toEqual(notDue("agent_answered"));
    expect(on(at("17:30", "2026-05-11"))).toEqual(due);
  });

  test("an online handler covers what the client wrote, and nothing that comes later", () => {
    const online = wrote(at("20:00"), { handlerOnline: true });
    expect(decide(outside, online, [], at("20:00"))).toEqual(skipped("handler_online"));
    const settled = [{ time: at("20:00"), reason: "handler_online" }];
    expect(decide(outside, wrote(at("20:00")), settled, at("20:30"))).toEqual(notDue("handler_online"));
    expect(decide(outside, wrote(at("21:00")), settled, at("21:00"))).toEqual(due);
    const sent = [...settled, { time: at("21:00") }];
    expect(decide(outside, wrote(at("22:00")), sent, at("22:00"))).toEqual(notDue("already"));
  });

  test("an online handler does not stop the other occasions", () => {
    expect(decide(rule({}), facts({ handlerOnline: true }), [], now)).toEqual(due);
  });
});

test("a waiting ticket is due from its opening or reopening, until it is accepted", () => {
  const waits = rule({ occasion: "not_accepted", delayMinutes: 15 });
  expect(decide(waits, facts(), [], at("10:14"))).toEqual({ state: "waiting", on: at("10:15") });
  expect(decide(waits, facts(), [], at("10:15"))).toEqual(due);
  expect(decide(waits, facts({ accepted: true }), [], at("10:15"))).toEqual(notDue("accepted"));
  const reopened = facts({ reopenedOn: at("12:00"), agentWroteOn: at("11:00") });
  expect(decide(waits, reopened, [], at("12:15"))).toEqual(due);
});

test("a silent client is reminded twice, then the ticket is closed if the message says so", () => {
  const silent = rule({ occasion: "client_silent", delayMinutes: 120 });
  const answered = facts({ accepted: true, agentWroteOn: at("10:30") });
  expect(decide(silent, facts(), [], at("20:00"))).toEqual(notDue("not_answered"));
  expect(decide(silent, answered, [], at("12:30"))).toEqual(due);
  const once = [{ time: at("12:30") }];
  expect(decide(silent, answered, once, at("12:31"))).toEqual({ state: "waiting", on: at("14:30") });
  expect(decide(silent, answered, once, at("14:30"))).toEqual(due);
  const twice = [...once, { time: at("14:30") }];
  expect(decide(silent, answered, twice, at("16:30"))).toEqual(notDue("already"));
  const closing = { ...silent, closes: true };
  expect(decide(closing, answered, twice, at("16:29"))).toEqual({ state: "waiting", on: at("16:30") });
  expect(decide(closing, answered, twice, at("16:30"))).toEqual({ state: "due", closes: true });
  const wrote = { ...answered, clientWroteOn: at("15:00") };
  expect(decide(closing, wrote, twice, at("20:00"))).toEqual(notDue("client_wrote"));
});

test("a closed ticket is due once, while it stays closed", () => {
  const closed = rule({ occasion: "closed", delayMinutes: 1 });
  expect(decide(closed, facts(), [], now)).toEqual(notDue("not_closed"));
  expect(decide(closed, facts({ closedOn: now }), [], at("10:01"))).toEqual(due);
  expect(decide(closed, facts({ closedOn: now, closedSilently: true }), [], at("10:01"))).toEqual(
    notDue("closed_silently"),
  );
  expect(decide(closed, facts({ closedOn: at("11:00") }), [{ time: now }], at("11:01"))).toEqual(
    notDue("already"),
  );
});
