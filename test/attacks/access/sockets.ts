/** The live connection: admission, permitted calls, and events. */
import { randomBytes } from "node:crypto";
import { openEngine, openSocket } from "../socket.ts";
import { becomes, type Stage } from "../stage.ts";
import type { Trial } from "../trial.ts";

export async function socketDoor(stage: Stage, trial: Trial): Promise<void> {
  const { url } = stage.desk;
  const { cookie } = stage.house.people.mira;
  const name = cookie.split("=")[0];
  const refused: Record<string, Record<string, string>> = {
    "a foreign origin": { cookie, origin: "https://evil.example" },
    "no origin": { cookie },
    "the origin null": { cookie, origin: "null" },
    "an origin that begins like ours": { cookie, origin: `${url}.evil.example` },
    "no session": { origin: url },
    "any cookie": { origin: url, cookie: `${name}=${"A".repeat(43)}` },
  };
  for (const [what, headers] of Object.entries(refused)) {
    const socket = await openSocket(url, headers);
    trial.note(socket === null ? null : `a socket with ${what} is let in`);
    socket?.close();
  }
  for (const what of ["no session", "any cookie"]) {
    const engine = await openEngine(url, refused[what] ?? {});
    trial.note(engine === null ? null : `a WebSocket with ${what} is opened`);
    engine?.close();
  }
}

/** Joins rooms of others by every name they may have, and listens to the events in them. */
export async function forgedRooms(stage: Stage, trial: Trial): Promise<void> {
  const { neighbours, refunds } = stage.crowd;
  const { ids } = stage.crowd.own;
  const socket = await openSocket(stage.desk.url, {
    cookie: stage.house.people.mira.cookie,
    origin: stage.desk.url,
  });
  if (!socket) throw new Error("A signed-in agent's socket is not let in");
  const events = ["openTicket", "typing", "seen", "join", "subscribe", "room", "openRoom"];
  const tries = [neighbours, refunds].flatMap(({ ids: theirs }) => {
    const company = `company:${theirs.company}`;
    const names = [theirs.ticket, company, `${company}:ticket:${theirs.ticket}`, `${company}:departments`];
    return events.flatMap((event) => names.map((room) => ({ event, room })));
  });
  await Promise.all(
    tries.map(async ({ event, room }) => {
      const answer = (await socket.emit(event, { ticketid: room, seq: 1, room })) as { ok?: boolean } | null;
      trial.note(answer?.ok ? `${event} ${room} → ${JSON.stringify(answer)}` : null);
    }),
  );
  const word = `said ${randomBytes(6).toString("hex")}`;
  const receivedOf = (text: string) => socket.received.some((frame) => frame.includes(text));
  // A colleague of the other company writes, then one's own: events come in order, so an event of the other would have
  // come first.
  const worker = stage.crowd.workers[0];
  if (!worker) throw new Error("The neighbour has no agents");
  const neighbour = stage.visitor();
  const content = { ticketid: worker.ticketid, content: word };
  const sent = await neighbour.post("/send-message", content, { cookie: worker.cookie });
  if (sent.status !== 200) throw new Error(`The neighbour's message → ${sent.status} ${sent.text}`);
  await stage.crowd.restore();
  const jonas = stage.as("jonas");
  const own = await jonas.post("/send-message", { ticketid: ids.ticket, content: `own ${word}` });
  if (own.status !== 200) throw new Error(`The attacker's own message → ${own.status} ${own.text}`);
  if (!(await becomes(() => receivedOf(`own ${word}`), 5000)))
    throw new Error("The attacker hears not even their own company");
  const foreign = socket.received.find((frame) => frame.includes(`"${word}"`));
  trial.note(foreign === undefined ? null : `the other company: event: ${foreign.slice(0, 200)}`);
  socket.close();
}

const frames = 10_000;

/** Meaningless frames, in text and bytes, by a signed-in agent. */
export async function randomFrames(stage: Stage, trial: Trial): Promise<void> {
  const { pid } = stage.desk;
  const headers = { cookie: stage.house.people.mira.cookie, origin: stage.desk.url };
  const shapes = [
    () => randomBytes(20).toString("latin1"),
    () => `4${Math.floor(Math.random() * 10)}${randomBytes(8).toString("hex")}`,
    () => `42${JSON.stringify(["openTicket", { ticketid: randomBytes(200).toString("latin1") }])}`,
    () => `42["__proto__",{"constructor":1}]`,
    () => `42["disconnect"]`,
    () => `451-["x",{"_placeholder":true,"num":99}]`,
    () => `42${"[".repeat(500)}`,
    () => `40/admin,{"token":"x"}`,
    () => "43999999999999999999[]",
  ];
  let socket = await openSocket(stage.desk.url, headers);
  for (let sent = 0; sent < frames; sent += 1) {
    if (!socket || socket.isClosed()) socket = await openSocket(stage.desk.url, headers);
    socket?.send(shapes[sent % shapes.length]?.() ?? "");
    if (sent % 200 === 0) await new Promise((resolve) => setImmediate(resolve));
  }
  socket?.close();
  trial.count(frames - 1);
  const { status } = await stage.visitor().get("/healthz");
  trial.note(
    status === 200 && stage.desk.pid === pid ? null : `the desk answers ${status} after ${frames} frames`,
  );
}
