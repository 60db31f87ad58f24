import type { Network } from "./network.ts";

/** What a platform keeps of its own for each network: made when it is first asked for, gone with the network. */
export function perNetwork<Kept>(create: (network: Network) => Kept): (network: Network) => Kept {
  const kept = new WeakMap<Network, { value: Kept }>();
  return (network) => {
    const known = kept.get(network) ?? { value: create(network) };
    kept.set(network, known);
    return known.value;
  };
}
