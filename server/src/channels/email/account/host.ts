/** Resolves a mail server's name. An administrator enters it, so it must not lead into this machine's own network. */
import { type LookupAddress, lookup } from "node:dns";
import { publicLookup } from "../../../files/fetching/public-address.ts";
import type { Config } from "../../../floor/config/config.ts";
import { privateHosts } from "./settings.ts";

/** `servername`: the name that the server's certificate must hold. */
export type Resolved = { host: string; servername: string };

/** The address to connect to, looked up once and judged. Throws `NotPublic`, or the resolver's error. */
export function resolveHost(config: Pick<Config, "channelSettings">, name: string): Promise<Resolved> {
  const find = privateHosts(config).includes(name) ? lookup : publicLookup();
  return new Promise((resolve, reject) => {
    const found = (error: Error | null, address: string | LookupAddress[]) => {
      if (error) reject(error);
      else resolve({ host: String(address), servername: name });
    };
    find(name, {}, found);
  });
}

/** True for an address of the loopback interface. */
export const isLoopback = (address: string): boolean => address === "::1" || address.startsWith("127.");
