/** Plants the named people of the tests' world in a desk that runs as a separate process. */
import { createHash, randomBytes } from "node:crypto";
import { loadConfig } from "../../server/src/app/config.ts";
import { createContext } from "../../server/src/app/context.ts";
import type { Context } from "../../server/src/floor/context.ts";
import { type AgentActor, inCompanyAs } from "../../server/src/floor/database/scope.ts";
import { startSession } from "../../server/src/sign-in/session/session.ts";
import { cookieName } from "../../server/src/sign-in/session/session-cookie.ts";
import type { Simulator } from "../../simulator/src/server.ts";
import { type AgentName, createBots, type NamedChannel, type People, plantPeople } from "../world/people.ts";
import { appSecret, type Desk } from "./desk.ts";

/** A signed-in person. */
export type Person = { actor: AgentActor; cookie: string };
export type Line = NamedChannel & { platform: string; botId: number; secret: string; webhook: string };
export type House = { people: Record<AgentName, Person>; harbour: Line; northwind: Line; planted: People };

/** A desk's inside, reached without its process: closed by its `close`. */
export function openInside(desk: Desk): Promise<Context> {
  return createContext(
    loadConfig({
      NODE_ENV: "test",
      DATABASE_URL: desk.databaseUrl(),
      APP_SECRET: appSecret,
      DATA_DIR: desk.dataDir,
      PUBLIC_URL: desk.url,
    }),
  );
}

/** Webhooks call both companies' bots, so that acknowledgements are known. New tickets go to Bookings and General. */
export async function plantHouse(desk: Desk, simulator: Simulator): Promise<House> {
  const context = await openInside(desk);
  try {
    createBots(simulator);
    const planted = await plantPeople(context);
    const people = {} as House["people"];
    for (const [name, { actor }] of Object.entries(planted.agents)) {
      const from = { userAgent: "fault test", address: "127.0.0.1" };
      const token = await inCompanyAs(context, actor, (scope) => startSession(scope, from));
      people[name as AgentName] = { actor, cookie: `${cookieName(context.config)}=${token}` };
    }
    const line = async (channel: NamedChannel, departmentId: string): Promise<Line> => {
      const secret = randomBytes(16).toString("hex");
      await desk.query("update channel set webhook_secret_hash = $2, department_id = $3 where id = $1", [
        channel.id,
        createHash("sha256").update(secret).digest(),
        departmentId,
      ]);
      const webhook = `${desk.url}/webhooks/telegram/${channel.id}`;
      return { ...channel, platform: "telegram", botId: Number(channel.externalId), secret, webhook };
    };
    return {
      people,
      planted,
      harbour: await line(planted.channels.harbour, planted.departments.bookings.id),
      northwind: await line(planted.channels.northwind, planted.departments.general.id),
    };
  } finally {
    await context.close();
  }
}

/** Makes the simulator call this account's webhook. Without it the test makes the account's calls. */
export async function callWebhook(simulator: Simulator, { token, webhook, secret }: Line): Promise<void> {
  const answer = await fetch(`${simulator.url}/bot${token}/setWebhook`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ url: webhook, secret_token: secret }),
  });
  if (!answer.ok) throw new Error(`The webhook was not set: ${await answer.text()}`);
}
