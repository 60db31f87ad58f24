/** The platforms that are simulated. A new one is a folder, and a line here. */
import type { ChannelDriver } from "./driver.ts";
import type { Simulator } from "./server.ts";
import { driveTelegram } from "./telegram/driver.ts";

const drivers: Record<string, (simulator: Simulator) => ChannelDriver> = { telegram: driveTelegram };

export function driverOf(platform: string, simulator: Simulator): ChannelDriver {
  const drive = drivers[platform];
  if (!drive) throw new Error(`${platform} has no driver in simulator/src/registry.ts`);
  return drive(simulator);
}
