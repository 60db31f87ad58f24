import { lazyPart } from "../../../ui/lazy-part.ts";
import "./colour.css";

export const gateway = {
  // A name, as those of the messengers: the first load has it.
  name: "Gateway",
  mark: "M8 3v5H6a6 6 0 0 0 5 9v4h2v-4a6 6 0 0 0 5-9h-2V3h-2v5h-4V3z",
  plainUsernames: true,
  Connect: lazyPart(
    async () => (await import("./ConnectGateway.tsx")).ConnectGateway,
    "channelGateway",
    "channels",
    "reasons",
  ),
  Details: lazyPart(async () => (await import("./GatewayDetails.tsx")).GatewayDetails, "channelGateway"),
};
