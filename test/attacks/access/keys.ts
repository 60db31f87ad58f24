/** Every route for programs × what is no key of the caller's, and × ids and cursors that are not the key's to see. */
import { calls } from "@parley/contract/calls/table";
import { blackPng } from "../../world/black-png.ts";
import { form } from "../../world/form.ts";
import type { Stage } from "../stage.ts";
import type { Trial } from "../trial.ts";

const routes = Object.values(calls).filter(({ path }) => path.startsWith("/api/v1/"));

export async function stolenKeys(stage: Stage, trial: Trial): Promise<void> {
  const token = await makeKey(stage);
  const bearer = (key: string) => ({ authorization: `Bearer ${key}` });
  const { own, neighbours, refunds } = stage.crowd;
  const without = {
    "no key": {},
    "a session": { cookie: stage.house.people.ingrid.cookie },
    "a key in a cookie": { cookie: `parley=${token}` },
    "a broken key": bearer(`${token.slice(0, -1)}${token.endsWith("A") ? "B" : "A"}`),
    "a cut key": bearer(token.slice(0, 40)),
    "10 KB": bearer(`parley_${"A".repeat(10_000)}`),
    "a basic password": { authorization: `Basic ${Buffer.from(`${token}:`).toString("base64")}` },
  };
  for (const route of routes) {
    const path = route.path.replace(":id", own.ids.ticket);
    for (const [what, headers] of Object.entries(without)) {
      const answer = await stage.visitor(stage.network()).call(path, { method: route.method, headers });
      trial.refused(`${route.method} ${path} with ${what}`, answer, [401]);
    }
    const inAddress = await stage
      .visitor(stage.network())
      .call(`${path}?key=${token}`, { method: route.method });
    trial.refused(`${route.method} ${path} with a key in the address`, inAddress, [400]);
    if (!route.path.includes(":id")) {
      const cursor = await stage.visitor().call(`${path}?after=${"A".repeat(80)}`, {
        ...{ method: route.method, headers: bearer(token) },
      });
      if (route.method === "GET")
        trial.refused(`${path} with a forged cursor`, cursor, mayCall(route) ? [400] : [403]);
      continue;
    }
    for (const { ids } of [neighbours, refunds])
      for (const id of [ids.ticket, ids.client]) {
        const foreign = route.path.replace(":id", id);
        const sent = "form" in route ? form({}, { name: "a.png", content: blackPng(64) }) : null;
        const answer = await stage.visitor().call(foreign, {
          method: route.method,
          headers: { ...bearer(token), ...sent?.headers },
          ...(sent && { body: sent.payload }),
        });
        trial.refused(`${route.method} ${foreign}`, answer, [400, 403, 404]);
      }
  }
}

const abilities = ["readTickets", "readClients", "readColleagues", "answerTickets", "sendReplies"];
const mayCall = ({ ability }: Pick<(typeof routes)[number], "ability">) => abilities.includes(ability);

/** The key is an agent's of Bookings, and sees no more than the agent. */
async function makeKey(stage: Stage): Promise<string> {
  const made = await stage.agent().call("/create-key", {
    method: "POST",
    json: { name: "Attacker", own: true, abilities },
  });
  return (JSON.parse(made.text) as { token: string }).token;
}
