/** A second desk, whose database is another program's on the other side of a network: it outlives the desk, and can be away. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startEmbedded } from "../../server/src/floor/database/embedded.ts";
import { quiet } from "../log.ts";
import { createDesk } from "../outside/desk.ts";
import { type Network, openNetwork } from "./proxy.ts";
import type { Report } from "./report.ts";
import { openStage, type Stage } from "./stage.ts";

export type Apart = {
  stage: Stage;
  /** Between the desk and its database. */
  network: Network;
  /** Starts the desk anew, with these settings instead of the usual ones. */
  restart(settings: Record<string, string>): Promise<void>;
  close(): Promise<void>;
};

export async function openApart(report: Report): Promise<Apart> {
  const dataDir = mkdtempSync(join(tmpdir(), "parley-apart-"));
  const server = await startEmbedded({ dataDir, log: quiet });
  const url = new URL(server.url);
  const network = await openNetwork({ path: `${url.searchParams.get("host")}/.s.PGSQL.5432` });
  const env: Record<string, string> = { DATABASE_URL: overTcp(url, network.port) };
  const stage = await openStage(report, {}, async (usual) => {
    // The desk reads them at each start.
    Object.assign(env, usual, env);
    const desk = await createDesk(env);
    await desk.start();
    return desk;
  });
  return {
    stage,
    network,
    async restart(settings) {
      await stage.desk.stop();
      Object.assign(env, settings);
      await stage.desk.start();
    },
    async close() {
      await stage.close();
      await network.close();
      await server.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

function overTcp(url: URL, port: number): string {
  return `postgres://${url.username}:${url.password || "none"}@127.0.0.1:${port}${url.pathname}`;
}
