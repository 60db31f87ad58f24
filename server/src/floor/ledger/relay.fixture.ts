/** A process that is killed in the middle of a batch: at the third event that its subscriber handles, before the commit. */
import { sql } from "kysely";
import { loadConfig } from "../../app/config.ts";
import { createContext } from "../../app/context.ts";
import { relayEvents } from "./relay.ts";
import type { ByCursor } from "./subscribers.ts";

let handled = 0;
const counting: ByCursor = {
  name: "counting",
  kinds: ["ticket_message"],
  async handle(db, { place }) {
    await sql`insert into handled (place) values (${place})`.execute(db);
    if (++handled === 3) process.kill(process.pid, "SIGKILL");
  },
};
const subscribers = { inTransaction: [], afterCommit: [], byCursor: [counting] };
await relayEvents(await createContext(loadConfig(process.env), { subscribers }));
