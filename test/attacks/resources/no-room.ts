/** Clients' files for a company whose storage is full: they wait, while the neighbour's are fetched. */
import { randomBytes } from "node:crypto";
import { becomes, type Stage } from "../stage.ts";
import type { Trial } from "../trial.ts";
import { openVisitor } from "../visitor.ts";

const files = 40;
/** Milliseconds within which the neighbour's file is there. */
const patience = 10_000;

export async function filesWithoutRoom(stage: Stage, trial: Trial): Promise<void> {
  const { harbour, northwind } = stage.house;
  const restore = await fillUp(stage, harbour.companyId);
  const own: string[] = [];
  while (own.length < files) own.push(await sendFile(stage, harbour));
  const theirs = await sendFile(stage, northwind);
  const isReady = (ids: string[]) => async () =>
    (await statesOf(stage, ids)).every((state) => state === "ready");
  trial.note((await becomes(isReady([theirs]), patience)) ? null : "the neighbour's file was not fetched");
  const states = await statesOf(stage, own);
  const others = states.filter((state) => state !== "arriving");
  trial.note(others.length > 0 ? `files without room are ${[...new Set(others)].join()}` : null);
  trial.count(files);
  await restore();
}

/** Returns the function that gives the company its room back. */
async function fillUp({ desk }: Stage, company: string): Promise<() => Promise<void>> {
  const [before] = await desk.query<{ gb: number | null; bytes: string }>(
    `select max_storage_gb as gb, coalesce((select bytes from storage_total t where t.company_id = c.company_id), 0) as bytes
     from company c where company_id = $1`,
    [company],
  );
  await desk.query("update company set max_storage_gb = 1 where company_id = $1", [company]);
  await desk.query(
    `insert into storage_total (company_id, bytes) values ($1, $2)
     on conflict (company_id) do update set bytes = excluded.bytes`,
    [company, 2 ** 30],
  );
  return async () => {
    await desk.query("update company set max_storage_gb = $2 where company_id = $1", [company, before?.gb]);
    await desk.query("update storage_total set bytes = $2 where company_id = $1", [company, before?.bytes]);
  };
}

/** Returns the provider's id of the file. */
async function sendFile(
  stage: Stage,
  { botId, webhook, secret }: Stage["house"]["harbour"],
): Promise<string> {
  const { control } = stage.simulator;
  const person = await control.createPerson({ firstName: "Mallory", picture: "none" });
  const phone = control.phone({ bot: botId, person: person.id });
  await phone.start();
  const file = { name: "a.bin", mime: "application/octet-stream", bytes: randomBytes(1000) };
  const { id } = await phone.send({ type: "document", file });
  const update = control.updateOf(botId, person.id, id);
  const client = openVisitor(stage.desk.url);
  const headers = { origin: undefined, "x-telegram-bot-api-secret-token": secret };
  const call = () => client.post(new URL(webhook).pathname, update, headers);
  // A provider repeats what a busy desk refuses.
  const { status, text } = await call().then((answer) => (answer.status === 503 ? call() : answer));
  client.close();
  if (status !== 200) throw new Error(`A client's file → ${status} ${text}`);
  return (update as { message: { document: { file_id: string } } }).message.document.file_id;
}

const statesOf = async ({ desk }: Stage, refs: string[]): Promise<string[]> =>
  (await desk.query<{ state: string }>("select state from file where remote_ref = any($1)", [refs])).map(
    ({ state }) => state,
  );
