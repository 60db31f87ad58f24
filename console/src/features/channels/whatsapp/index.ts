import { lazyPart } from "../../../ui/lazy-part.ts";
import "./colour.css";

export const whatsapp = {
  name: "WhatsApp",
  alwaysCounted: true,
  mark: "M12 3a9 9 0 0 0-7.700 13.600L3 21l4.600-1.200A9 9 0 1 0 12 3zm-3 5h1.500l1 2.400-1 1a7 7 0 0 0 3.300 3.300l1-1L17 14.700c0 1.500-1 2.300-2.300 2.300C11 17 7.500 13 7.500 10A2 2 0 0 1 9 8z",
  Connect: lazyPart(
    async () => (await import("./ConnectWhatsapp.tsx")).ConnectWhatsapp,
    "channelWhatsapp",
    "channels",
    "reasons",
    "refusals",
  ),
  Details: lazyPart(
    async () => (await import("./NumberRecord.tsx")).NumberRecord,
    "channelWhatsapp",
    "reasons",
  ),
  detailsOnCards: true,
  views: {
    profile: lazyPart(
      async () => (await import("./BusinessProfile.tsx")).BusinessProfile,
      "channelWhatsapp",
      "admin",
      "reasons",
      "refusals",
    ),
    templates: lazyPart(
      async () => (await import("./Templates.tsx")).Templates,
      "channelWhatsapp",
      "admin",
      "reasons",
      "refusals",
    ),
  },
  plainUsernames: true,
};
