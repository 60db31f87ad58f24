/** Mailboxes connected by the simulated pages of Google and Microsoft: consent, denial, refresh, withdrawal. */
import type { ChannelRow } from "@parley/contract/channels";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Simulator, startSimulator } from "../../../../../simulator/src/server.ts";
import { createWorld, type World } from "../../../../../test/world.ts";

let simulator: Simulator;
let world: World;
beforeAll(async () => {
  simulator = await startSimulator();
  world = await createWorld({ env: simulator.settings });
});
afterAll(async () => {
  await world.close();
  await simulator.close();
});

const ingrid = () => world.as("ingrid");
let number = 0;
function newMailbox(): string {
  number += 1;
  const username = `help${number}@harbour.test`;
  simulator.control.createAccount({ platform: "email", name: "Help", username });
  return username;
}
const page = async (provider: string) => {
  const answer = await ingrid().post("/begin-mail-sign-in", { provider, name: "Help" });
  expect(answer.statusCode, answer.body).toBe(200);
  return (await fetch(answer.json<{ url: string }>().url)).text();
};
/** Presses a link of the page, and returns the parameters of the address it leads back to. */
async function press(html: string, says: RegExp): Promise<URLSearchParams> {
  const links = [...html.matchAll(/href="([^"]*)"/g)].map(([, href = ""]) => href.replaceAll("&#38;", "&"));
  const link = links.find((href) => says.test(decodeURIComponent(href)));
  const answer = await fetch(`${simulator.url}${link}`, { redirect: "manual" });
  const back = new URL(answer.headers.get("location") ?? "");
  const { headers } = await ingrid().get(`${back.pathname}${back.search}`);
  return new URL(String(headers.location), "http://desk.example").searchParams;
}
const rowOf = async (address: string) =>
  (await ingrid().get("/channels")).json<ChannelRow[]>().find(({ username }) => username === address);

test.each(["google", "microsoft"])("a mailbox at %s is connected when the owner agrees", async (provider) => {
  const address = newMailbox();
  const result = await press(await page(provider), new RegExp(`consent\\?.*${address}`));
  const row = await rowOf(address);
  expect(row).toMatchObject({ state: "working", name: "Help" });
  expect(result.get("connected")).toBe(row?.channelid);
});

test("a mailbox is not connected when the owner denies, and the tab says why", async () => {
  const address = newMailbox();
  const result = await press(await page("google"), /deny\?/);
  expect(result.get("failed")).toBe("mail_consent_refused");
  expect(await rowOf(address)).toBeUndefined();
});

test("a code is valid once, with its verifier and the desk's secret", async () => {
  const address = newMailbox();
  await press(await page("google"), new RegExp(`consent\\?.*${address}`));
  const ask = (grant: Record<string, string>) =>
    fetch(`${simulator.url}/oauth/google/token`, { method: "POST", body: new URLSearchParams(grant) });
  const { GOOGLE_CLIENT_ID: client_id = "", GOOGLE_CLIENT_SECRET: client_secret = "" } = simulator.settings;
  const code = { grant_type: "authorization_code", code: "made-up", client_id, client_secret };
  expect((await ask({ ...code, client_secret: "wrong" })).status).toBe(401);
  expect(await (await ask(code)).json()).toMatchObject({ error: "invalid_grant" });
});

test("an account whose owner withdraws says so until they agree again", async () => {
  const address = newMailbox();
  await press(await page("google"), new RegExp(`consent\\?.*${address}`));
  const { channelid } = (await rowOf(address)) ?? {};
  const html = await page("google");
  const href = [...html.matchAll(/href="([^"]*withdraw[^"]*)"/g)]
    .map(([, link = ""]) => link.replaceAll("&#38;", "&"))
    .find((link) => decodeURIComponent(link).includes(address));
  expect((await fetch(`${simulator.url}${href}`)).status).toBe(200);
  const checked = (await ingrid().post(`/channels/${channelid}/test`, { to: "olena@pier.example" })).json();
  expect(JSON.stringify(checked)).toContain("mail_consent_withdrawn");
  const again = await press(await page("google"), new RegExp(`consent\\?.*${address}`));
  expect(again.get("connected")).toBe(channelid);
  expect(await rowOf(address)).toMatchObject({ channelid, state: "working" });
});

test("a page with wrong parameters redirects nowhere", async () => {
  const query = {
    redirect_uri: "https://evil.example/",
    state: "s",
    code_challenge: "c",
    code_challenge_method: "S256",
  };
  const url = `${simulator.url}/oauth/google/deny?${new URLSearchParams(query)}`;
  expect((await fetch(url, { redirect: "manual" })).status).toBe(400);
});
