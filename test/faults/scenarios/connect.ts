import { startSimulator } from "../../../simulator/src/server.ts";
import { createClient } from "../../outside/client.ts";
import { appSecret, createDesk } from "../../outside/desk.ts";
import { askParley } from "../../outside/parley.ts";
import type { Report } from "../report.ts";

/** A desk behind https, set up by the command line while it runs, accepts calls only with the secret. */
export async function connectedByCommand(report: Report): Promise<void> {
  report.begin("Telegram calls a desk behind https");
  const simulator = await startSimulator();
  const publicUrl = "https://desk.example";
  const desk = await createDesk({ ...simulator.settings, PUBLIC_URL: publicUrl });
  const env = {
    ...{ ...simulator.settings, PUBLIC_URL: publicUrl },
    ...{ DATA_DIR: desk.dataDir, APP_SECRET: appSecret, PARLEY_PASSWORD: "Lighthouse-42-keeper" },
  };
  const parley = (args: string[]) => askParley<{ companyid: string }>(args, env);
  try {
    await desk.start();
    const admin = ["--email", "ada@pier.example", "--first-name", "Ada", "--last-name", "Pier"];
    const { companyid } = await parley(["company", "create", "--name", "Pier", ...admin]);
    const bot = simulator.control.createBot({ name: "Pier" });
    await parley(["telegram", "connect", "--company", companyid, "--token", bot.token]);
    const { params } = simulator.control.requests({ method: "setWebhook" }).at(-1) ?? { params: {} };
    const { url, secret_token: secret } = params as { url: string; secret_token: string };
    const webhook = url.replace(publicUrl, desk.url);
    const called = url.startsWith(`${publicUrl}/webhooks/telegram/`) ? [] : [url];
    await report.check("P1", "connecting a bot asks Telegram to call", called);

    const count = async () =>
      (await desk.query<{ count: number }>("select count(*)::int from message"))[0]?.count;
    const client = await createClient(simulator, { botId: bot.id, secret, webhook });
    const composed = client.compose("the first");
    const tellWith = async (headers: Record<string, string>) => {
      const body = JSON.stringify(composed.update);
      const json = { "content-type": "application/json", ...headers };
      return (await fetch(webhook, { method: "POST", headers: json, body })).status;
    };
    const name = "x-telegram-bot-api-secret-token";
    const wrong: Record<string, string>[] = [
      {},
      { [name]: "" },
      { [name]: `${secret}x` },
      { [name]: secret.toLowerCase() },
    ];
    const refused = await Promise.all(wrong.map(tellWith));
    await report.check("P7", "without the secret or with a wrong one: 401 and no row", [
      ...refused.filter((status) => status !== 401).map(String),
      ...((await count()) === 0 ? [] : [`${await count()} rows`]),
    ]);
    const taken = await Promise.all(Array.from({ length: 20 }, () => tellWith({ [name]: secret })));
    await report.check("P2", "with it 20 times at once: 200 and one row", [
      ...taken.filter((status) => status !== 200).map(String),
      ...((await count()) === 1 ? [] : [`${await count()} rows`]),
    ]);
  } finally {
    await desk.remove();
    await simulator.close();
  }
}
