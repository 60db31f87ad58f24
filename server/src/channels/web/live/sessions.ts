/** Finds the sessions of visitors' sockets together: one statement at a time, however many come at once. */
import { sql } from "kysely";
import type { Context } from "../../../floor/context.ts";
import { acrossCompanies } from "../../../floor/database/scope.ts";

export type LiveSession = {
  companyId: string;
  channelId: string;
  key: string;
  /** A base64url string, since the buffer of a row keeps a block of 64 KB alive while the visitor is connected. */
  tokenHash: string;
  /** The ids of the client's identity, and of those merged into it. */
  externalIds: string[];
  name: string;
};

type Asked = Pick<LiveSession, "key" | "tokenHash">;
type Waiting = Asked & { resolve(found: LiveSession | null): void; reject(error: unknown): void };

const perStatement = 1000;
/** The number of sockets that may wait; more are refused. */
const mostWaiting = 10_000;

export type SessionLookUp = (asked: Asked) => Promise<LiveSession | null>;

export function batchSessions(context: Context): SessionLookUp {
  const waiting: Waiting[] = [];
  let asking = false;
  return (asked) => {
    if (waiting.length >= mostWaiting) return Promise.reject(new Error("Too many visitors wait"));
    return new Promise((resolve, reject) => {
      waiting.push({ ...asked, resolve, reject });
      if (!asking) void ask();
    });
  };

  async function ask(): Promise<void> {
    asking = true;
    await new Promise((resolve) => setImmediate(resolve));
    while (waiting.length > 0) await answer(waiting.splice(0, perStatement));
    asking = false;
  }

  async function answer(batch: Waiting[]): Promise<void> {
    try {
      const found = await findSessions(context, batch);
      for (const one of batch) one.resolve(found.get(nameOf(one)) ?? null);
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  }
}

export const nameOf = ({ key, tokenHash }: Asked) => `${key} ${tokenHash}`;

type Row = Omit<LiveSession, "externalIds" | "tokenHash"> & {
  tokenHash: Buffer;
  externalId: string;
  joined: string[] | null;
};

/** Finds valid sessions by key and token: not ended, of clients who are not blocked, at connected chats. */
export async function findSessions(context: Context, asked: Asked[]): Promise<Map<string, LiveSession>> {
  const keys = asked.map(({ key }) => key);
  const hashes = asked.map(({ tokenHash }) => Buffer.from(tokenHash, "base64url"));
  const { rows } = await acrossCompanies(context, (db) =>
    sql<Row>`select s.company_id as "companyId", s.channel_id as "channelId", c.external_id as key,
        s.token_hash as "tokenHash", s.external_id as "externalId", client.name,
        (select array_agg(j.external_id) from client_identity j where j.company_id = s.company_id
          and j.channel_id = s.channel_id and j.alias = s.external_id) as joined
      from unnest(${keys}::text[], ${hashes}::bytea[]) as asked(key, hash)
      join channel c on c.external_id = asked.key and c.platform = 'web' and c.removed_on is null
      join visitor_session s on s.channel_id = c.id and s.token_hash = asked.hash
      join client_identity i on i.company_id = s.company_id and i.channel_id = s.channel_id
        and i.external_id = s.external_id
      join client on client.company_id = i.company_id and client.id = i.client_id
      where client.blocked_on is null`.execute(db),
  );
  return new Map(
    rows.map(({ externalId, joined, ...row }) => {
      const session = { ...row, tokenHash: row.tokenHash.toString("base64url") };
      return [nameOf(session), { ...session, externalIds: [externalId, ...(joined ?? [])] }];
    }),
  );
}
