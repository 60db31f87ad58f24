import type { Network } from "./network.ts";

/** A platform's own state for each network: made with the first use, dropped with the network. */
export function perNetwork<Kept>(create: (network: Network) => Kept): (network: Network) => Kept {
  const kept = new WeakMap<Network, { value: Kept }>();
  return (network) => {
    const known = kept.get(network) ?? { value: create(network) };
    kept.set(network, known);
    return known.value;
  };
}
