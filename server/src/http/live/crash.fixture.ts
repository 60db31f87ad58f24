/** A web process that a test kills. Prints its address. */
import { loadConfig } from "../../app/config.ts";
import { startParley } from "../../app/start.ts";

const { address } = await startParley(loadConfig(process.env));
process.stdout.write(`${address}\n`);
