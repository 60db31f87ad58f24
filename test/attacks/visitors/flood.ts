import { runFlood } from "../resources/attacker.ts";
import type { Stage } from "../stage.ts";
import type { Trial } from "../trial.ts";
import { connectChat } from "./browsers.ts";

export async function firstMessages(stage: Stage, trial: Trial): Promise<void> {
  const { key } = await connectChat(stage, "harbour", "Flooded");
  await runFlood(stage, trial, "first-messages", { key });
}
