/** A web chat with visitors who have written before: only rows, so that ten thousand of them take a second. */
import { createHash, randomBytes, randomUUID } from "node:crypto";
import { callAs } from "../outside/caller.ts";
import type { Desk } from "../outside/desk.ts";
import type { House } from "../outside/house.ts";
import type { Crowd } from "./visitors.ts";

export async function plantCrowd(desk: Desk, { people, planted }: House, count: number): Promise<Crowd> {
  const body = { name: "Shop", departmentid: planted.departments.bookings.id };
  const { status, body: answer } = await callAs(desk.url, people.ingrid).post("/channels/web/connect", body);
  if (status !== 200) throw new Error(`The web chat was not connected: ${JSON.stringify(answer)}`);
  const { key, channelid } = answer as { key: string; channelid: string };
  const visitors = Array.from({ length: count }, (_, number) => ({
    id: randomUUID(),
    name: `Visitor ${number}`,
    external: randomUUID(),
    token: `wv_${randomBytes(32).toString("base64url")}`,
  }));
  const { companyId } = people.ingrid.actor;
  await desk.query(
    `with given as (
      select * from unnest($3::uuid[], $4::text[], $5::text[], $6::text[]) as one (id, name, external, hash)
    ), made as (
      insert into client (company_id, id, name, created_on) select $1, id, name, now() from given
    ), known as (
      insert into client_identity (company_id, channel_id, external_id, client_id, lang)
        select $1, $2, external, id, 'en' from given
    ), visiting as (
      insert into visitor (company_id, channel_id, external_id, language, created_on)
        select $1, $2, external, 'en', now() from given
    )
    insert into visitor_session (company_id, channel_id, token_hash, external_id, created_on, used_on)
      select $1, $2, decode(hash, 'hex'), external, now(), now() from given`,
    [
      companyId,
      channelid,
      visitors.map(({ id }) => id),
      visitors.map(({ name }) => name),
      visitors.map(({ external }) => external),
      visitors.map(({ token }) => createHash("sha256").update(token).digest("hex")),
    ],
  );
  // Ten thousand do not come in a second: by then the database would have done it itself.
  await desk.query("analyze client, client_identity, visitor, visitor_session");
  return { url: desk.url, key, tokens: visitors.map(({ token }) => token) };
}
