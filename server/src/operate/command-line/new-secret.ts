import type { Command } from "commander";
import { z } from "zod";
import { loadSecret } from "../../floor/config/app-secret.ts";
import { migrationConnections } from "../../floor/database/connections.ts";
import { openDatabase } from "../../floor/database/open.ts";
import { createPool } from "../../floor/database/pool.ts";
import { OperatorError } from "../../floor/errors/operator-error.ts";
import { placeCanary } from "../../floor/secrets/canary.ts";
import { createSecrets } from "../../floor/secrets/secrets.ts";
import { deleteSealed } from "../backup/settle.ts";
import type { Surroundings } from "../backup/surroundings.ts";
import type { Runner } from "./run.ts";

export function addNewSecret(program: Command, run: Runner): void {
  program
    .command("new-secret")
    .description("go on without the APP_SECRET that was lost: whatever was sealed under it is given up")
    .action((options) => run.standalone(z.object({}), options, beginAnew, loadSecret));
}

/**
 * Resets everything sealed under the lost secret. Parley must not run. Channels keep their tickets and are connected
 * again.
 */
async function beginAnew({ config, log, warn }: Surroundings) {
  const database = await openDatabase(config, log);
  const pool = createPool(database.directUrl, { log, size: migrationConnections });
  try {
    const running = await pool.query("select from process where lease_until > now()");
    if (running.rowCount && !database.alone)
      throw new OperatorError("Parley runs on this database. Stop every process of it first.");
    const client = await pool.connect();
    try {
      await client.query("begin");
      await deleteSealed(client);
      await placeCanary(client, createSecrets(config.appSecret));
      await client.query("commit");
    } finally {
      // A failed transaction ends with its connection.
      client.release(true);
    }
    warn("Connect each channel again in the console; agents sign in without their second step.");
    return { replaced: true };
  } finally {
    await pool.end();
    await database.close();
  }
}
