import type { IncomingMessage } from "node:http";
import { isIPv6 } from "node:net";
import proxyAddr from "@fastify/proxy-addr";
import type { Config } from "../floor/config/config.ts";

/** The address a request comes from, read behind the configured proxies as Fastify's `request.ip`. */
export function clientAddress({ trustProxy }: Pick<Config, "trustProxy">) {
  const trusted = proxyAddr.compile(trustProxy);
  return (request: IncomingMessage): string => proxyAddr(request, trusted);
}

/** An IPv6 address counts as its /64, an IPv4-mapped one as its IPv4 address. */
export function networkOf(ip: string): string {
  const embedded = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1];
  if (embedded) return embedded;
  if (!isIPv6(ip)) return ip;
  const [head = "", tail] = ip.split("%")[0]?.split("::") ?? [];
  const groups = head.split(":").filter(Boolean);
  const after = tail?.split(":").filter(Boolean) ?? [];
  const missing = Math.max(0, 8 - groups.length - after.length);
  const all = [...groups, ...Array<string>(missing).fill("0"), ...after];
  const network = all.slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16));
  return `${network.join(":")}::/64`;
}
