/** A visitor who asks for another's data: by key, token, id, file address, code of a mail or proof of a page. */
import { createHmac, randomUUID } from "node:crypto";
import { form } from "../../world/form.ts";
import { signProof } from "../../world/proof.ts";
import { withOtherSignature } from "../content/uploads.ts";
import type { Stage } from "../stage.ts";
import type { Trial } from "../trial.ts";
import { json } from "../visitor.ts";
import { type Browser, type Chat, connectChat, hello, newToken, openBrowser, write } from "./browsers.ts";

type Scene = { own: Chat; theirs: Chat; attacker: Browser; victim: Browser };

async function openScene(stage: Stage): Promise<Scene> {
  const [own, theirs] = [await connectChat(stage, "harbour"), await connectChat(stage, "northwind")];
  const attacker = openBrowser(stage.visitor(), own);
  const victim = openBrowser(stage.visitor(), theirs);
  return { own, theirs, attacker, victim };
}

export async function othersConversations(stage: Stage, trial: Trial): Promise<void> {
  const { own, theirs, attacker, victim } = await openScene(stage);
  await write(attacker, "Mine");
  const text = `a visitor's ${stage.canary}`;
  const { conversation, message } = await write(victim, text);
  const neighbour = openBrowser(stage.visitor(), theirs);
  await write(neighbour, "Hello");
  const keys: Record<string, Browser> = {
    "the victim's token at one's own chat": openBrowser(stage.visitor(), own, victim.token),
    "one's own token at the victim's chat": openBrowser(stage.visitor(), theirs, attacker.token),
    "an unknown token": openBrowser(stage.visitor(), theirs, newToken()),
    "half the victim's token": openBrowser(stage.visitor(), theirs, victim.token.slice(0, 30)),
    "an agent's session": openBrowser(stage.as("freya"), theirs, "none"),
  };
  for (const [what, browser] of Object.entries(keys)) {
    for (const path of ["me", `messages?conversation=${conversation.id}`])
      trial.refused(`${what}: GET ${path}`, await browser.get(path), [401]);
    trial.refused(`${what}: edit`, await browser.post("edit", changes(conversation.id, message).edit), [401]);
  }
  // The files are of another company, and of the same chat.
  for (const browser of [attacker, neighbour]) {
    trial.refused("messages", await browser.get(`messages?conversation=${conversation.id}`), [404]);
    for (const [call, body] of Object.entries(changes(conversation.id, message)))
      trial.refused(call, await browser.post(call, body), [404]);
    const into = hello("into another's", { conversation: conversation.id });
    trial.refused("send into", await browser.post("send", into), [404]);
    const taken = hello("in another's place", { messageid: message.messageid });
    const { status, text: answered } = await browser.post("send", taken);
    trial.note(answered.includes(stage.canary) ? `a taken id → ${status} ${answered}` : null);
    const quoting = await browser.post("send", hello("quoting", { reply_to: message.messageid }));
    trial.note(quoting.text.includes(stage.canary) ? `a quote → ${quoting.text}` : null);
    for (const code of [message.messageid, newToken(), "A".repeat(32), ""])
      trial.refused("return", await browser.post("return", { code }), [400, 404]);
  }
  const after = await victim.get(`messages?conversation=${conversation.id}`);
  trial.note(after.text.includes(text) ? null : `the victim's message is ${after.text}`);
  const rows = await stage.desk.query("select 1 from message where ticket_id = $1", [conversation.id]);
  trial.note(rows.length === 1 ? null : `${rows.length} messages in the victim's conversation`);
}

const changes = (conversation: string, { messageid }: { messageid: string }) => ({
  edit: { messageid, content: "changed" },
  delete: { messageid },
  react: { messageid, reaction: "👍" },
  seen: { conversation, seq: 1 },
  rate: { conversation, stars: 1 },
});

/** Addresses of a victim's file, borrowed and changed: without its signature an address gives nothing. */
export async function visitorFiles(stage: Stage, trial: Trial): Promise<void> {
  const { own, theirs, attacker, victim } = await openScene(stage);
  await write(attacker, "Mine");
  await write(victim, "A file follows");
  const text = `in a visitor's file ${stage.canary}`;
  const fileid = await upload(stage, theirs, victim, text);
  const stolen = hello("", { type: "file", fileid });
  for (const browser of [attacker, openBrowser(stage.visitor(), theirs)]) {
    const answer = await browser.post("send", stolen);
    trial.refused("another's upload", answer, [400, 404]);
  }
  const sent = await write(victim, "", { type: "file", fileid });
  const { url } = (sent.message as { file?: { url: string } }).file ?? { url: "" };
  const at = new URL(url, stage.desk.url);
  const path = `${at.pathname}${at.search}`;
  const whole = await stage.visitor().get(path);
  if (!whole.text.includes(text)) throw new Error(`The victim's own file → ${whole.status} ${whole.text}`);
  const expires = at.searchParams.get("expires") ?? "";
  const addresses = {
    "no signature": at.pathname,
    "an empty signature": path.replace(/signature=[^&]*/, "signature="),
    "a changed signature": withOtherSignature(path),
    "a later end": path.replace(expires, String(Number(expires) + 60_000)),
    "no end": path.replace(expires, "Infinity"),
    "the attacker's chat": path.replace(theirs.key, own.key),
    "another file": path.replace(fileid, randomUUID()),
    "a path": path.replace(fileid, "..%2f..%2fetc"),
  };
  for (const [what, address] of Object.entries(addresses))
    trial.refused(`a file's address with ${what}`, await stage.visitor().get(address), [400, 401, 403, 404]);
}

async function upload(stage: Stage, { key }: Chat, { token }: Browser, text: string): Promise<string> {
  const { payload, headers } = form(
    { messageid: randomUUID() },
    { name: "notes.txt", content: Buffer.from(text) },
  );
  const answer = await stage.visitor().call(`/visitor/${key}/upload`, {
    ...{ method: "POST", body: payload },
    headers: { ...headers, authorization: `Visitor ${token}` },
  });
  if (answer.status !== 200) throw new Error(`A visitor's upload → ${answer.status} ${answer.text}`);
  return json<{ fileid: string }>(answer).fileid;
}

/** Fields of a message that a visitor may not set. */
export async function visitorFields(stage: Stage, trial: Trial): Promise<void> {
  const { own, attacker } = await openScene(stage);
  const { companyId } = stage.house.northwind;
  const created_on = "2001-01-01T00:00:00.000Z";
  const more = {
    ...{
      isagent: true,
      is_agent: true,
      agent_id: stage.house.people.mira.actor.id,
      mine: false,
      automatic: true,
    },
    ...{ companyid: companyId, company_id: companyId, ticketid: randomUUID(), seq: 900, status: "read" },
    ...{
      created_on,
      sentOn: created_on,
      channelid: own.channelid,
      departmentid: stage.house.planted.departments.general.id,
    },
  };
  const text = `set by a visitor ${stage.canary}`;
  const first = { language: "en", blocked_on: null, externalId: "sub:admin", clientid: randomUUID() };
  const { status } = await attacker.post("send", hello(text, { ...more, first }));
  trial.note(status < 500 ? null : `fields of a message → ${status}`);
  const rows = await stage.desk.query<Record<string, unknown>>(
    `select m.is_agent, m.agent_id, m.company_id = $2 as theirs, m.seq, m.created_on, t.client_external_id as who
     from message m join ticket t on t.id = m.ticket_id where m.content = $1`,
    [text, companyId],
  );
  for (const row of rows) {
    const set =
      row.is_agent || row.agent_id || row.theirs || row.seq !== 1 || String(row.who).startsWith("sub:");
    const old = new Date(String(row.created_on)).getFullYear() === 2001;
    trial.note(set || old ? `a visitor set ${JSON.stringify(row)}` : null);
  }
  trial.note(status !== 200 || rows.length === 1 ? null : `${rows.length} rows of one message`);
}

export async function forgedProofs(stage: Stage, trial: Trial): Promise<void> {
  const { own, theirs } = await openScene(stage);
  const known = openBrowser(stage.visitor(), theirs);
  const exp = Math.floor(Date.now() / 1000) + 600;
  const sub = "customer-1";
  const proof = signProof({ sub, exp, name: "Rosa" }, theirs.identify_secret);
  const shown = await known.post("identify", { jwt: proof });
  if (shown.status !== 200) throw new Error(`A page's own proof → ${shown.status} ${shown.text}`);
  await write(known, `of a customer ${stage.canary}`);
  const [head = "", claims = "", signature = ""] = proof.split(".");
  const forged: Record<string, string> = {
    "the attacker's secret": signProof({ sub, exp }, own.identify_secret),
    "no secret": signProof({ sub, exp }, ""),
    "the public key as secret": signProof({ sub, exp }, theirs.key),
    "no algorithm": `${part({ alg: "none" })}.${claims}.`,
    "no algorithm, signed": `${part({ alg: "none" })}.${claims}.${signature}`,
    "another algorithm": signed("sha512", { alg: "HS512" }, { sub, exp }, theirs.identify_secret),
    "an asymmetric one": signed("sha256", { alg: "RS256" }, { sub, exp }, theirs.identify_secret),
    "no signature": `${head}.${claims}.`,
    "half a signature": `${head}.${claims}.${signature.slice(0, 20)}`,
    "other claims": `${head}.${part({ sub: "customer-2", exp })}.${signature}`,
    expired: signProof({ sub, exp: exp - 700 }, theirs.identify_secret),
    "good for two days": signProof({ sub, exp: exp + 172_800 }, theirs.identify_secret),
    "good for ever": signProof({ sub, exp: Number.MAX_VALUE }, theirs.identify_secret),
    "no subject": signProof({ sub: "", exp }, theirs.identify_secret),
    "100 KB": `${head}.${"A".repeat(100_000)}.${signature}`,
    "no JWT": "a.b.c",
  };
  for (const [what, jwt] of Object.entries(forged)) {
    const browser = openBrowser(stage.visitor(), theirs);
    trial.refused(what, await browser.post("identify", { jwt }), [400, 413]);
    trial.refused(`${what}: signed in`, await browser.get("me"), [401]);
  }
  // Another person's valid proof gives a browser nothing of the previous person's.
  const other = await known.post("identify", {
    jwt: signProof({ sub: "customer-2", exp }, theirs.identify_secret),
  });
  trial.note(other.text.includes('"restart":true') ? null : `another subject → ${other.text}`);
}

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");

function signed(hash: string, header: object, claims: object, secret: string): string {
  const text = `${part(header)}.${part(claims)}`;
  return `${text}.${createHmac(hash, secret).update(text).digest("base64url")}`;
}
