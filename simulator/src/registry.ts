/** The platforms that are simulated. A new one is a folder, and a line here. */
import type { FastifyPluginAsync } from "fastify";
import type { ChannelDriver, DeskCall, DeskFile } from "./driver.ts";
import { email } from "./email/index.ts";
import type { Sending } from "./faults.ts";
import { gateway } from "./gateway/index.ts";
import type { Network } from "./network.ts";
import type { Phones } from "./phone.ts";
import type { Simulator } from "./server.ts";
import { telegram } from "./telegram/index.ts";
import { viber } from "./viber/index.ts";
import { whatsapp } from "./whatsapp/index.ts";

export type SimulatedPlatform = {
  /** The routes of the provider's calls. */
  routes: FastifyPluginAsync<{ network: Network }>;
  /** Settings of the environment that make a desk call this simulator instead of the provider. */
  settings(url: string, network: Network): Record<string, string>;
  /** The platform's accounts and people on this network. */
  phones(network: Network): Phones;
  /** The platform takes part in the fault rounds with this. */
  sending?: Sending;
  /** The method by which a desk without a webhook polls its events. */
  polling?: string;
  drive(simulator: Simulator, desk: DeskCall, file: DeskFile): ChannelDriver;
};

export const simulated: Record<string, SimulatedPlatform> = {
  telegram,
  whatsapp,
  viber,
  email,
  gateway,
};

export const settingsFor = (url: string, network: Network): Record<string, string> =>
  Object.assign({}, ...Object.values(simulated).map(({ settings }) => settings(url, network)));

export const phonesOf = (network: Network): Map<string, Phones> =>
  new Map(Object.entries(simulated).map(([platform, { phones }]) => [platform, phones(network)]));

export function driverOf(
  platform: string,
  simulator: Simulator,
  desk: DeskCall,
  file: DeskFile,
): ChannelDriver {
  const found = simulated[platform];
  if (!found) throw new Error(`${platform} is not in simulator/src/registry.ts`);
  return found.drive(simulator, desk, file);
}
