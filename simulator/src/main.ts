import { startLife } from "./life.ts";
import { demoWorld } from "./seed.ts";
import { startSimulator } from "./server.ts";

const port = Number(process.env.SIMULATOR_PORT ?? 3004);
const everyMs = Number(process.env.SIMULATOR_LIFE_MS ?? 0);

const simulator = await startSimulator({ port, seed: demoWorld, allowInsecureWebhooks: true });
const [bot] = simulator.control.bots();
const life = everyMs > 0 ? startLife(simulator.control, { everyMs }) : undefined;

process.stdout.write(
  [
    `Telegram, simulated: ${simulator.url}   (TELEGRAM_API_URL)`,
    `The phone page:      ${simulator.url}/phone`,
    `The bot's token:     ${bot?.token}`,
    "",
  ].join("\n"),
);

for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, () => {
    life?.stop();
    void simulator.close();
  });
}
