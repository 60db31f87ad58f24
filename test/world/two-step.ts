import { TOTP } from "otpauth";
import type { World } from "../world.ts";
import type { AgentName } from "./people.ts";

/** An agent's authenticator app, by the world's clock. */
export type App = { secret: string; recoveryCodes: string[]; code(stepsLater?: number): string };

/** Sets up the second step as the agent's browser does. This consumes the code of this half minute. */
export async function setUpTwoStep(world: World, name: AgentName): Promise<App> {
  const browser = world.as(name);
  const { secret } = (await browser.post("/auth/start-two-step")).json();
  const code = (stepsLater = 0) =>
    new TOTP({ secret }).generate({ timestamp: world.clock.now().getTime() + stepsLater * 30_000 });
  const confirmed = await browser.post("/auth/confirm-two-step", { code: code() });
  return { secret, code, recoveryCodes: confirmed.json().recoveryCodes };
}
