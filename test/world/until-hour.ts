import type { World } from "../world.ts";
import type { AgentName } from "./people.ts";

const hour = 3_600_000;
const day = 24 * hour;

/**
 * Advances to the next time that the clock shows this hour, in UTC, in steps short enough that the agents stay signed
 * in.
 */
export async function waitUntilHour(world: World, of: number, ...agents: AgentName[]): Promise<void> {
  const away = (of * hour + day - (world.clock.now().getTime() % day)) % day;
  for (let step = 0; step < 4; step += 1) {
    world.clock.advance(away / 4);
    for (const agent of agents) await world.as(agent).get("/auth/profile");
  }
}
