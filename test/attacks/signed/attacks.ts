/**
 * Calls of webhooks that their provider signs: without a right signature, repeated, about others, and with values no
 * provider sends.
 */
import { randomInt } from "node:crypto";
import { inCompany } from "../../../server/src/floor/database/scope.ts";
import { blackPng } from "../../world/black-png.ts";
import { plantTemplate } from "../../world/templates.ts";
import { plantMessage } from "../../world/tickets.ts";
import { becomes, type Stage } from "../stage.ts";
import type { Trial } from "../trial.ts";
import type { Answer } from "../visitor.ts";
import { type Call, type Signed, signed, spoiled } from "./accounts.ts";

function post(stage: Stage, path: string, { headers, body }: Call): Promise<Answer> {
  const all = { "content-type": "application/json", origin: undefined, ...headers };
  return stage.visitor().call(path, { method: "POST", body, headers: all });
}

const rows = async ({ desk }: Stage, text: string): Promise<number> =>
  (await desk.query("select 1 from message where content = $1", [text])).length;

const flip = (text: string) =>
  text.replace(/[0-9a-f](?=[^0-9a-f]*$)/, (digit) => (digit === "0" ? "1" : "0"));

export async function forgedCalls(stage: Stage, trial: Trial): Promise<void> {
  for (const { platform, own, theirs } of stage.signed) {
    const text = `forged ${stage.canary} ${platform}`;
    const body = theirs.message(text);
    const [[name = "", signature = ""] = []] = Object.entries(theirs.sign(body));
    const changed = body.replace("forged", "forgad");
    const calls: Record<string, Call> = {
      "no signature": { headers: {}, body },
      "an empty signature": { headers: { [name]: "" }, body },
      "a changed signature": { headers: { [name]: flip(signature) }, body },
      "half a signature": { headers: { [name]: signature.slice(0, 30) }, body },
      "a signature of the attacker's secret": { headers: own.sign(body), body },
      "a signature of another body": { headers: theirs.sign(`${body} `), body },
      "a changed body": { headers: theirs.sign(body), body: changed },
      "half a body": { headers: theirs.sign(body), body: body.slice(0, body.length / 2) },
      "no body": { headers: theirs.sign(body), body: "" },
    };
    for (const [what, call] of Object.entries(calls))
      trial.refused(`${platform}: ${what}`, await post(stage, theirs.path, call), [401]);
    // The provider's own call, sent to another's address.
    trial.refused(
      `${platform}: at the attacker's address`,
      await post(stage, own.path, signed(theirs, body)),
      [401],
    );
    trial.note((await rows(stage, text)) === 0 ? null : `${platform}: a forged call made a message`);
    trial.note(
      (await rows(stage, text.replace("forged", "forgad"))) === 0 ? null : `${platform}: a changed call did`,
    );
  }
}

export async function replayedCalls(stage: Stage, trial: Trial): Promise<void> {
  for (const { platform, theirs } of stage.signed) {
    const client = `client${randomInt(10 ** 9)}`;
    const texts = ["first", "second", "third"].map((word) => `${word} ${stage.canary} ${platform}`);
    const calls = texts.map((text) => signed(theirs, theirs.message(text, { client })));
    const expect = (what: string, { status, text }: Answer) =>
      trial.note(status === 200 ? null : `${platform}: ${what} → ${status} ${text}`);
    for (const call of calls.toReversed()) expect("out of order", await post(stage, theirs.path, call));
    for (const call of [...calls, ...calls]) expect("again", await post(stage, theirs.path, call));
    const [newest] = calls;
    const atOnce = Array.from({ length: 20 }, () => newest && post(stage, theirs.path, newest));
    for (const answer of await Promise.all(atOnce)) if (answer) expect("20 times at once", answer);
    for (const text of texts) {
      const count = await rows(stage, text);
      trial.note(count === 1 ? null : `${platform}: ${count} rows of one message`);
    }
    const tickets = await stage.desk.query("select 1 from ticket where client_external_id = $1", [client]);
    trial.note(tickets.length === 1 ? null : `${platform}: ${tickets.length} tickets of one client`);
  }
}

/** The attacker's own secret signs calls about the neighbour: their number, their messages, their templates. */
export async function othersAccounts(stage: Stage, trial: Trial): Promise<void> {
  for (const { platform, own, theirs } of stage.signed) {
    const text = `for another ${stage.canary} ${platform}`;
    const call = signed(own, theirs.message(text));
    const { status } = await post(stage, own.path, call);
    trial.note(status < 500 ? null : `${platform}: another's account → ${status}`);
    await post(stage, `/webhooks/${platform}`, call);
    const theirRows =
      "select 1 from message m join channel c on c.id = m.channel_id where m.content = $1 and c.id = $2";
    const found = await stage.desk.query(theirRows, [text, theirs.channelid]);
    trial.note(found.length === 0 ? null : `${platform}: a message in another's account`);
    await othersReceipts(stage, trial, own, theirs);
  }
  await othersTemplates(stage, trial);
}

/** The attacker reports a message of the neighbour as read, at each address and about each account. */
async function othersReceipts(stage: Stage, trial: Trial, own: Signed, theirs: Signed): Promise<void> {
  const { platform } = own;
  const { ticket, messageid, externalId } = await plantReply(stage, theirs);
  for (const about of [own, theirs]) {
    const call = signed(own, about.receipt(externalId, messageid));
    for (const path of [own.path, theirs.path, `/webhooks/${platform}`]) await post(stage, path, call);
  }
  const sql = "select status from message where ticket_id = $1 and id = $2";
  const [row] = await stage.desk.query<{ status: string }>(sql, [ticket, messageid]);
  trial.note(row?.status === "sent" ? null : `${platform}: another's message was made ${row?.status}`);
}

/** A reply of the neighbour that their provider has. */
async function plantReply(stage: Stage, theirs: Signed) {
  const hello = `before a reply ${stage.canary} ${theirs.platform}`;
  await post(stage, theirs.path, signed(theirs, theirs.message(hello)));
  const [ticket] = await stage.desk.query<{ id: string; company_id: string }>(
    "select t.id, t.company_id from ticket t join message m on m.ticket_id = t.id where m.content = $1",
    [hello],
  );
  if (!ticket) throw new Error(`${theirs.platform}: the neighbour's client was not heard`);
  const externalId = `59${randomInt(10 ** 9)}`;
  const { id: messageid } = await plantMessage(stage.inside, ticket, {
    agent: stage.house.planted.agents.omar,
    status: "sent",
    external_id: externalId,
  });
  return { ticket: ticket.id, messageid, externalId };
}

async function othersTemplates(stage: Stage, trial: Trial): Promise<void> {
  const providerId = String(randomInt(10 ** 12));
  for (const { platform, own, theirs } of stage.signed) {
    const event = own.rejection(providerId);
    if (event === null) continue;
    const { companyId } = stage.house.northwind;
    const id = await inCompany(stage.inside, { kind: "desk", companyId }, (scope) =>
      plantTemplate(scope, theirs.channelid),
    );
    await stage.desk.query("update message_template set provider_id = $2 where id = $1", [id, providerId]);
    for (const path of [own.path, `/webhooks/${platform}`]) await post(stage, path, signed(own, event));
    const sql = "select status from message_template where id = $1";
    const [row] = await stage.desk.query<{ status: string }>(sql, [id]);
    trial.note(row?.status === "approved" ? null : `${platform}: another's template was made ${row?.status}`);
  }
}

/** Correctly signed calls of kinds or shapes that no version of the provider has. */
export async function unknownKinds(stage: Stage, trial: Trial): Promise<void> {
  const { pid } = stage.desk;
  for (const { platform, own } of stage.signed) {
    for (const body of own.unknown()) {
      const { status, text } = await post(stage, own.path, signed(own, body));
      const what = `${platform}: ${body.slice(0, 150)}`;
      trial.note(status > 0 && status < 500 ? null : `${what} → ${status} ${text.slice(0, 200)}`);
    }
    const text = `after what is unknown ${stage.canary} ${platform}`;
    await post(stage, own.path, signed(own, own.message(text)));
    trial.note((await rows(stage, text)) === 1 ? null : `${platform}: nothing is taken in any more`);
  }
  trial.note(stage.desk.pid === pid ? null : "the desk is another process");
}

/** Correctly signed calls of each kind, with one value replaced by values that no provider sends there. */
export async function spoiledCalls(stage: Stage, trial: Trial): Promise<void> {
  for (const { platform, own } of stage.signed) {
    const bodies = own.kinds().flatMap((values) => spoiled(values).map(own.write));
    const sendAll = async () => {
      for (let body = bodies.pop(); body !== undefined; body = bodies.pop()) {
        const { status, text } = await post(stage, own.path, signed(own, body));
        const what = `${platform}: ${body.slice(0, 700)}`;
        trial.note(status > 0 && status < 500 ? null : `${what} → ${status} ${text.slice(0, 200)}`);
      }
    };
    await Promise.all(Array.from({ length: 8 }, sendAll));
  }
}

const megabytes = [2, 8, 32];

export async function hugeCalls(stage: Stage, trial: Trial): Promise<void> {
  for (const { platform, theirs } of stage.signed) {
    for (const size of megabytes) {
      const body = Buffer.alloc(size * 2 ** 20, 0x20);
      // A refusal may end the connection before the whole body was sent.
      const answer = await post(stage, theirs.path, { headers: theirs.sign("no such body"), body });
      trial.refused(`${platform}: ${size} MB unsigned`, answer, [0, 401, 413]);
    }
    const [largest] = megabytes.slice(-1);
    const body = Buffer.alloc((largest ?? 0) * 2 ** 20, 0x20);
    const answer = await post(stage, theirs.path, { headers: theirs.sign(body), body });
    trial.refused(`${platform}: ${largest} MB, rightly signed`, answer, [0, 413]);
  }
}

/** The provider replaced a secret, and the account was connected again: the former one no longer signs. */
export async function replacedSecret(stage: Stage, trial: Trial): Promise<void> {
  for (const { platform, own } of stage.signed) {
    const { body, after } = own.replace();
    const connected = await stage.as("ingrid").post(`/channels/${platform}/connect`, body);
    if (connected.status !== 200) throw new Error(`${platform} was not connected again: ${connected.text}`);
    const old = `by the former secret ${stage.canary} ${platform}`;
    trial.refused(
      `${platform}: the former secret`,
      await post(stage, own.path, signed(own, own.message(old))),
      [401],
    );
    trial.note((await rows(stage, old)) === 0 ? null : `${platform}: the former secret made a message`);
    const text = `by the new secret ${stage.canary} ${platform}`;
    await post(stage, after.path, signed(after, after.message(text)));
    trial.note((await rows(stage, text)) === 1 ? null : `${platform}: the new secret makes none`);
    Object.assign(own, after);
  }
}

/**
 * Files and pictures of clients at addresses inside a private network, correctly signed by the account's owner. Each
 * fails without a call.
 */
export async function privateFiles(stage: Stage, trial: Trial, addresses: string[]): Promise<void> {
  for (const { platform, own } of stage.signed) {
    const tried: string[] = [];
    for (const address of addresses) {
      const body = own.fileAt(address);
      if (body === null) continue;
      tried.push(address);
      const { status, text } = await post(stage, own.path, signed(own, body));
      trial.note(status === 200 ? null : `${platform}: a file at ${address} → ${status} ${text}`);
    }
    if (tried.length === 0) continue;
    const files = () =>
      stage.desk.query<{ ref: string; state: string }>(
        `select remote_ref as ref, state from file where remote_ref = any($1)`,
        [tried],
      );
    await becomes(async () => (await files()).every(({ state }) => state === "failed"), 10_000);
    for (const { ref, state } of await files())
      trial.note(state === "failed" ? null : `${platform}: a file at ${ref} is ${state}`);
    const identities = () =>
      stage.desk.query<{ ref: string; fetched: string | null; picture: string | null }>(
        `select avatar_ref as ref, avatar_fetched as fetched, picture from client_identity identity
          join client on client.id = identity.client_id where avatar_ref = any($1)`,
        [tried],
      );
    await becomes(async () => (await identities()).every(({ fetched }) => fetched !== null), 10_000);
    const settled = await identities();
    trial.note(settled.length === tried.length ? null : `${platform}: ${settled.length} pictures were named`);
    for (const { ref, fetched, picture } of settled)
      trial.note(
        fetched === ref && picture === null ? null : `${platform}: the picture at ${ref} is ${picture}`,
      );
  }
}

const side = 20_000;

/** A client's picture that would take 1.6 GB once decoded is kept unchanged, and never decoded. */
export async function hugePictures(stage: Stage, trial: Trial): Promise<void> {
  const { desk, simulator } = stage;
  const { pid } = desk;
  const bytes = blackPng(side);
  for (const { platform, own } of stage.signed) {
    const { id: person } = await simulator.control.createPerson({ firstName: "Mallory", picture: "none" });
    const phone = simulator.control.chat({ account: own.account, person });
    await phone.send({ type: "photo", file: { bytes, mime: "image/png", asIs: true } });
    const files = () =>
      desk.query<{ state: string; thumbnail: string | null }>(
        `select f.state, f.thumbnail_key as thumbnail from file f join ticket t on t.id = f.ticket_id
          where t.channel_id = $1 and t.client_external_id = $2`,
        [own.channelid, phone.externalId],
      );
    await becomes(async () => (await files()).some(({ state }) => state !== "arriving"), 20_000);
    const [file] = await files();
    const right = file && ["ready", "failed"].includes(file.state) && file.thumbnail === null;
    trial.note(right ? null : `${platform}: the picture is ${JSON.stringify(file ?? "not there")}`);
  }
  const { status } = await stage.visitor().get("/readyz");
  trial.note(status === 200 && desk.pid === pid ? null : `the desk answers ${status} afterwards`);
}
