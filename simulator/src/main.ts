import { startActivity } from "./life.ts";
import { demoWorld } from "./seed.ts";
import { startSimulator } from "./server.ts";

const port = Number(process.env.SIMULATOR_PORT ?? 3004);
const everyMs = Number(process.env.SIMULATOR_LIFE_MS ?? 0);

const simulator = await startSimulator({ port, seed: demoWorld, allowInsecureWebhooks: true }).catch(fail);
const life = everyMs > 0 ? startActivity(simulator.control, { everyMs }) : undefined;

const lines = [
  ["The phone page", `${simulator.url}/phone`],
  ...Object.entries(simulator.settings),
  ...simulator.control
    .accounts()
    .map(({ platform, name, connect }) => [`${platform}: ${name}`, JSON.stringify(connect)]),
];
process.stdout.write(lines.map(([what = "", value]) => `${what.padEnd(28)} ${value}\n`).join(""));

for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, () => {
    life?.stop();
    void simulator.close();
  });
}

function fail(error: NodeJS.ErrnoException & { port?: number }): never {
  const inUse = `Port ${error.port} is taken. Stop what listens there, or set SIMULATOR_PORT to another.`;
  process.stderr.write(`${error.code === "EADDRINUSE" ? inUse : error.stack}\n`);
  process.exit(1);
}
