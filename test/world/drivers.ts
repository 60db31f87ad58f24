/**
 * Plays a channel's other side for the contract suite: by the provider's simulator, or as the visitors of a web chat.
 */
import type { ChannelDriver, Received, SimulatedClient } from "../../simulator/src/driver.ts";
import { driverOf, simulated } from "../../simulator/src/registry.ts";
import type { World } from "../world.ts";
import { callDesk, fileOfDesk } from "./desk-calls.ts";
import { makeKey } from "./keys.ts";
import { driveVisitors } from "./visitor-driver.ts";

type Shown = "received" | "reactionTo" | "sawTyping" | "sawRead";

/** Some clients have to fetch what they see. */
export type PlayedClient = Omit<SimulatedClient, Shown> & {
  received(): Received[] | Promise<Received[]>;
  reactionTo?(id: string): string | null | Promise<string | null>;
  sawTyping(): boolean | Promise<boolean>;
  sawRead?(): boolean | Promise<boolean>;
};

export type PlayedChannel = Omit<ChannelDriver, "newClient" | "repeat"> & {
  newClient(account: string): Promise<PlayedClient>;
  repeat(account: string, client: { externalId: string }): Promise<void>;
  /** Called with the desk's answer to the connection. */
  connected?(account: string, answer: object): void | Promise<void>;
};

export const isPlayed = (platform: string): boolean => platform in simulated || platform === "web";

/** `url`: the address at which the world listens, for clients who connect to the desk itself. */
export function playChannel(platform: string, world: World, url: string): PlayedChannel {
  if (platform in simulated) {
    const driver = driverOf(platform, world.telegram, callDesk(world), fileOfDesk(world));
    return {
      ...driver,
      repeat: (account, client) => driver.repeat(account, client as SimulatedClient),
      async connected(account) {
        if (!driver.giveKey) return;
        const { token } = await makeKey(world, "ingrid", { name: "Gateway", abilities: ["handInMessages"] });
        driver.giveKey(account, token);
      },
    };
  }
  return driveVisitors(world, url);
}
