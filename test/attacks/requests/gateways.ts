/** Messages and receipts that are handed in for others' gateways, again, too large, or with files inside a private network. */
import { randomInt, randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { newSecret, signedHeaders } from "../../../server/src/files/posting/secret.ts";
import { plantMessage } from "../../world/tickets.ts";
import { addresses } from "../content/reached.ts";
import { becomes, type Stage } from "../stage.ts";
import type { Trial } from "../trial.ts";
import { type Answer, json } from "../visitor.ts";

export async function handedIn(stage: Stage, trial: Trial): Promise<void> {
  const { bookings, refunds, general } = stage.house.planted.departments;
  const own = await connect(stage, "ingrid", bookings.id);
  const refundsGateway = await connect(stage, "ingrid", refunds.id);
  const theirs = await connect(stage, "freya", general.id);
  const text = `handed in ${stage.canary}`;
  const key = (abilities: string[], more: object = {}) => makeKey(stage, "ingrid", { abilities, ...more });
  const whole = await key(["handInMessages"]);
  const ofBookings = await key(["handInMessages"], { departmentids: [bookings.id] });
  const reading = await key(["readTickets", "answerTickets", "sendReplies"]);
  const said = (id = randomUUID()) => ({ id, from: { id: "+4790000001", name: "Mallory" }, text });
  const tries: [string, string, string | null, number[]][] = [
    ["another company's gateway", theirs.id, whole, [404]],
    ["another department's gateway", refundsGateway.id, ofBookings, [404]],
    ["a channel that is no gateway", stage.house.harbour.id, whole, [404]],
    ["another company's bot", stage.house.northwind.id, whole, [404]],
    ["an id that never was", randomUUID(), whole, [404]],
    ["a key that gives other abilities", own.id, reading, [403]],
    ["no key", own.id, null, [401]],
  ];
  for (const [what, channel, token, statuses] of tries)
    for (const [path, body] of [
      ["messages", said()],
      ["receipts", { id: randomUUID(), status: "read" }],
    ] as const)
      trial.refused(`${path}: ${what}`, await post(stage, { channel, path, token }, body), statuses);
  await withSignature(stage, trial, own, said());
  trial.note((await count(stage, text)) === 0 ? null : "a refused message is there");
  await replayed(stage, trial, own, whole);
  await tooLarge(stage, trial, own, whole);
  await others(stage, trial, own, whole);
  await privateFiles(stage, trial, own, whole);
}

/** The desk's own way of signing opens no way in. */
async function withSignature(stage: Stage, trial: Trial, own: Gateway, body: object): Promise<void> {
  for (const secret of [own.secret, newSecret()]) {
    const signed = signedHeaders([secret], { id: randomUUID(), at: new Date(), body: JSON.stringify(body) });
    const path = `/api/v1/channels/${own.id}/messages`;
    const headers = { ...signed, origin: undefined };
    trial.refused("messages: signed instead", await stage.visitor().post(path, body, headers), [401]);
  }
}

/** One message of the gateway's id, by whatever key and text it comes again. */
async function replayed(stage: Stage, trial: Trial, own: Gateway, token: string): Promise<void> {
  const text = `again ${stage.canary}`;
  const id = randomUUID();
  const to = { channel: own.id, path: "messages", token };
  const send = (content: string) => post(stage, to, { id, from: { id: "+4790000002" }, text: content });
  const answers = await Promise.all(Array.from({ length: 20 }, () => send(text)));
  answers.push(await send(`${text} changed`));
  const ids = new Set(answers.map((answer) => json<{ id: string }>(answer).id));
  trial.count(answers.length - 1);
  trial.note(ids.size === 1 ? null : `20 times at once and changed: ${[...ids].join()}`);
  trial.note((await count(stage, text)) === 1 ? null : "a message that came again is there twice");
  trial.note((await count(stage, `${text} changed`)) === 0 ? null : "a changed repeat is there");
}

async function tooLarge(stage: Stage, trial: Trial, own: Gateway, token: string): Promise<void> {
  const from = { id: "+4790000003" };
  const file = { url: "https://files.example/a", name: "a" };
  const bodies: [string, object, number[]][] = [
    ["10 MB", { id: "1", from, text: "a".repeat(10_000_000) }, [413]],
    ["a text of 60 001 characters", { id: "1", from, text: "a".repeat(60_001) }, [400]],
    ["eleven files", { id: "1", from, files: Array.from({ length: 11 }, () => file) }, [400]],
    ["a name of 10 KB", { id: "1", from: { ...from, name: "n".repeat(10_000) }, text: "a" }, [400]],
    ["an id of 10 KB", { id: "i".repeat(10_000), from, text: "a" }, [400]],
    ["an unknown field", { id: "1", from, text: "a", is_agent: true }, [400]],
    ["nothing said", { id: "1", from, text: " " }, [400]],
    ["a place outside the world", { id: "1", from, location: { latitude: 91, longitude: 0 } }, [400]],
    ["a file of another protocol", { id: "1", from, files: [{ ...file, url: "file:///etc/passwd" }] }, [400]],
  ];
  for (const [what, body, statuses] of bodies)
    trial.refused(
      `messages: ${what}`,
      await post(stage, { channel: own.id, path: "messages", token }, body),
      statuses,
    );
  const receipt = { id: "1", status: "failed", reason: "r".repeat(10_000) };
  const answer = await post(stage, { channel: own.id, path: "receipts", token }, receipt);
  trial.refused("receipts: a reason of 10 KB", answer, [400]);
}

/** Receipts for messages of another company, and of another channel of the own. */
async function others(stage: Stage, trial: Trial, own: Gateway, token: string): Promise<void> {
  const { omar, mira } = stage.house.planted.agents;
  for (const [whose, agent, department] of [
    ["another company's", omar, "general"],
    ["another channel's", mira, "bookings"],
  ] as const) {
    const ticket = await stage.crowd.ticket({ department, messages: ["Hello"] });
    const externalId = `59${randomInt(10 ** 9)}`;
    const sent = { agent, status: "sent", external_id: externalId } as const;
    const message = await plantMessage(stage.inside, ticket as never, sent);
    for (const id of [message.id, externalId])
      for (const status of ["read", "failed"])
        await post(stage, { channel: own.id, path: "receipts", token }, { id, status });
    const sql = "select status from message where id = $1";
    const [row] = await stage.desk.query<{ status: string }>(sql, [message.id]);
    trial.count(3);
    trial.note(row?.status === "sent" ? null : `${whose} message was made ${row?.status} by a receipt`);
  }
}

async function privateFiles(stage: Stage, trial: Trial, own: Gateway, token: string): Promise<void> {
  const calls: string[] = [];
  const inner = createServer((request, response) => {
    calls.push(`${request.method} ${request.url}`);
    response.end("inner words");
  }).listen(0, "127.0.0.1");
  await once(inner, "listening");
  const { port } = inner.address() as AddressInfo;
  // The desk under attack may call 127.0.0.1, where the simulator is.
  const tried = addresses(port).filter(
    (one) => /^https?:/.test(one) && new URL(one).hostname !== "127.0.0.1",
  );
  for (const url of tried)
    await post(
      stage,
      { channel: own.id, path: "messages", token },
      {
        ...{ id: randomUUID(), from: { id: "+4790000004" }, files: [{ url, name: "a.png" }] },
      },
    );
  const files = () =>
    stage.desk.query<{ ref: string; state: string }>(
      "select remote_ref as ref, state from file where remote_ref = any($1)",
      [tried],
    );
  await becomes(async () => (await files()).every(({ state }) => state === "failed"), 15_000);
  const settled = await files();
  trial.note(
    settled.length === tried.length ? null : `${settled.length} of ${tried.length} files were named`,
  );
  for (const { ref, state } of settled)
    trial.note(state === "failed" ? null : `a file at ${ref} is ${state}`);
  for (const url of [...tried, ...addresses(port).filter((one) => !/^https?:/.test(one))]) {
    const gateway = { name: "Inner", url, secret: newSecret() };
    const connected = await stage.admin().post("/channels/gateway/connect", gateway);
    trial.refused(`a gateway at ${url}`, connected, [400]);
    const webhook = { name: "Inner", url, types: ["ticket_close"] };
    trial.refused(`a webhook at ${url}`, await stage.admin().post("/create-webhook", webhook), [400]);
  }
  trial.note(calls.length === 0 ? null : `the desk called ${calls.join()}`);
  inner.close();
}

type Gateway = { id: string; secret: string };

async function connect(stage: Stage, admin: "ingrid" | "freya", departmentid: string): Promise<Gateway> {
  const { connect: body } = stage.simulator.control.createAccount({ platform: "gateway", name: "SMS" });
  const answer = await stage.as(admin).post("/channels/gateway/connect", { ...body, departmentid });
  if (answer.status !== 200) throw new Error(`The gateway was not connected: ${answer.text}`);
  return { id: json<{ channelid: string }>(answer).channelid, secret: String(body.secret) };
}

async function makeKey(stage: Stage, admin: "ingrid" | "freya", body: object): Promise<string> {
  const answer = await stage.as(admin).post("/create-key", { name: "SMS", ...body });
  return json<{ token: string }>(answer).token;
}

type To = { channel: string; path: string; token: string | null };

const post = (stage: Stage, { channel, path, token }: To, body: object): Promise<Answer> =>
  stage.visitor().post(`/api/v1/channels/${channel}/${path}`, body, {
    ...{ origin: undefined, authorization: token ? `Bearer ${token}` : undefined },
  });

const count = async ({ desk }: Stage, text: string): Promise<number> =>
  (await desk.query("select 1 from message where content = $1", [text])).length;
