import { type ClientEventName, clientEvents } from "@parley/contract/events";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createWorld, type World } from "../../../../test/world.ts";
import { clientEventHandlers } from "../../app/client-events.ts";
import { findSession } from "../../sign-in/session/session.ts";
import { cookieName, sessionCookie } from "../../sign-in/session/session-cookie.ts";
import { registerClientEvents } from "./client-events.ts";
import type { LiveSocket } from "./sockets.ts";

let world: World;
let ticketid: string;
/** Sends a console's events in its session, without the watch that disconnects a socket whose session has ended. */
let say: (event: ClientEventName) => Promise<unknown>;

beforeAll(async () => {
  world = await createWorld();
  ticketid = (await world.ticket({ handler: "mira" })).id;
});
afterAll(() => world.close());

beforeEach(async () => {
  const { departmentid: department_id } = world.agents.mira.actor;
  await set({ department_id, disabled_on: null });
  const cookie = await world.as("mira").cookie();
  const session = await findSession(world.context, cookie.slice(cookieName(world.context.config).length + 1));
  if (!session) throw new Error("mira is not signed in");
  let listen: (event: string, payload: unknown, ack: (answer: unknown) => void) => Promise<void>;
  const nothing = async () => undefined;
  const socket = {
    data: { identity: session, by: sessionCookie(world.context) },
    onAny: (listener: typeof listen) => {
      listen = listener;
    },
    join: nothing,
    leave: nothing,
    rooms: new Set(),
    to: () => ({ emit: () => true }),
  } as unknown as LiveSocket;
  registerClientEvents(world.context, socket, clientEventHandlers);
  say = (event) => new Promise((resolve) => void listen(event, payloads[event](), resolve));
});

const set = (to: object) =>
  world.desk("harbour", ({ db }) =>
    db.updateTable("agent").set(to).where("id", "=", world.agents.mira.id).execute(),
  );

const payloads: Record<ClientEventName, () => object> = {
  openTicket: () => ({ ticketid }),
  closeView: () => ({ ticketid }),
  watchMentions: () => ({}),
  typing: () => ({ ticketid }),
  seen: () => ({ ticketid, seq: 1 }),
  seenPrivate: () => ({ userid: world.agents.jonas.id, seq: 1 }),
};

/** Closing a ticket's view needs no right. */
const asking = (Object.keys(clientEvents) as ClientEventName[]).filter((event) => event !== "closeView");

test.each(asking)(
  "an event %s is refused to an agent who was disabled after the socket opened",
  async (event) => {
    await set({ disabled_on: world.clock.now() });
    expect(await say(event)).toMatchObject({ ok: false, code: "signed_out" });
  },
);

/** Others name no ticket. */
const ofTicket = asking.filter((event) => event !== "seenPrivate" && event !== "watchMentions");

test.each(ofTicket)(
  "an event %s is refused for a ticket of the department the agent has left",
  async (event) => {
    expect(await say(event)).toEqual({ ok: true });
    await set({ department_id: world.departments.groups.id });
    expect(await say(event)).toMatchObject({ ok: false, code: "not_found" });
  },
);
