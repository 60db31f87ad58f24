import { lazyPart } from "../../../ui/lazy-part.ts";
import "./colour.css";

export const gateway = {
  name: {
    en: "Gateway",
    af: "Poort",
    bg: "Шлюз",
    tr: "Ağ geçidi",
    es: "Pasarela",
    ru: "Шлюз",
    nl: "Gateway",
    ja: "ゲートウェイ",
  },
  mark: "M8 3v5H6v3.500a6 6 0 0 0 5 5.900V21h2v-3.600a6 6 0 0 0 5-5.900V8h-2V3h-2v5h-4V3z",
  plainUsernames: true,
  Connect: lazyPart(
    async () => (await import("./ConnectGateway.tsx")).ConnectGateway,
    "channelGateway",
    "channels",
    "reasons",
  ),
  Details: lazyPart(async () => (await import("./GatewayDetails.tsx")).GatewayDetails, "channelGateway"),
};
