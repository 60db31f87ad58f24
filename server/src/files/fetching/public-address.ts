/** Calls to addresses that strangers name must not reach hosts that only this machine or its network can. */
import { type LookupAddress, type LookupOptions, lookup } from "node:dns";
import { BlockList, isIP, isIPv6 } from "node:net";

// The ranges that the IANA registries of special-purpose addresses (RFC 6890) keep from the public internet.
const reserved: [string, number][] = [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 3],
];
// Ranges within 2000::/3, the only public part, whose addresses stand for others (Teredo, ORCHID, documentation, 6to4).
const reserved6: [string, number][] = [
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["3fff::", 20],
];

const closed = new BlockList();
for (const [net, bits] of reserved) closed.addSubnet(net, bits, "ipv4");
for (const [net, bits] of reserved6) closed.addSubnet(net, bits, "ipv6");
const open6 = new BlockList();
open6.addSubnet("2000::", 3, "ipv6");

/** True for a public IP address. An IPv4 address written as IPv6 is not public. */
export function isPublicAddress(address: string): boolean {
  if (isIPv6(address)) return open6.check(address, "ipv6") && !closed.check(address, "ipv6");
  return isIP(address) === 4 && !closed.check(address, "ipv4");
}

/** True if the host is a name, or a public address. Only a look-up shows where a name leads. */
export function mayBePublic({ hostname }: URL): boolean {
  const host = hostname.replace(/^\[|\]$/g, "");
  return isIP(host) === 0 || isPublicAddress(host);
}

type Found = (error: Error | null, address: string | LookupAddress[], family?: number) => void;
type Resolve = (
  host: string,
  options: LookupOptions & { all: true },
  found: (error: Error | null, addresses: LookupAddress[]) => void,
) => void;

/**
 * A socket's `lookup`: the connection goes to the very addresses that were checked, so a name that leads elsewhere a
 * moment later changes nothing.
 */
export function publicLookup(resolve: Resolve = lookup) {
  return (host: string, options: LookupOptions, found: Found): void => {
    resolve(host, { ...options, all: true }, (error, addresses) => {
      const [first] = addresses ?? [];
      if (error || !first) return found(error ?? new Error("The name leads nowhere"), []);
      if (!addresses.every(({ address }) => isPublicAddress(address))) return found(new NotPublic(), []);
      if (options.all) found(null, addresses);
      else found(null, first.address, first.family);
    });
  };
}

export class NotPublic extends Error {
  constructor() {
    super("The address leads into a private network");
    this.name = "NotPublic";
  }
}
