import { lazyPart } from "../../../ui/lazy-part.ts";
import "./colour.css";

export const viber = {
  name: "Viber",
  mark: "M12 3C6.500 3 4 6 4 10.500c0 2.600 1 4.600 3 5.800V21l3.500-3.600c.500.100 1 .100 1.500.100 5.500 0 8-3 8-7S17.500 3 12 3zm-2.500 4 1.700 2.600-1 1.200c.700 1.500 1.600 2.300 3 2.900l1.200-1 2.600 1.600c-.500 1.500-1.400 2-2.500 1.700C11 15 8.300 12.200 7.800 8.900 7.700 7.900 8.400 7.200 9.500 7z",
  // Viber gives a client a different id for each account, which means nothing to a reader.
  clientId: () => null,
  // People do not know their id.
  testsConnectionAlone: true,
  Connect: lazyPart(
    async () => (await import("./ConnectViber.tsx")).ConnectViber,
    "channelViber",
    "channels",
    "reasons",
  ),
};
