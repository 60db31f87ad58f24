import { lazyPart } from "../../../ui/lazy-part.ts";
import "./colour.css";

export const telegram = {
  name: "Telegram",
  alwaysCounted: true,
  mark: "M3 11.500 20.500 4.500 17.500 20l-5.300-4-2.600 2.600L9.300 14l8-7.200-10 6.200z",
  Connect: lazyPart(
    async () => (await import("./ConnectBot.tsx")).ConnectBot,
    "channelTelegram",
    "channels",
    "reasons",
  ),
  BelowAccounts: lazyPart(
    async () => (await import("./OverwriteBot.tsx")).OverwriteBot,
    "channelTelegram",
    "reasons",
  ),
  FirstStep: lazyPart(
    async () => (await import("./ConnectTelegram.tsx")).ConnectTelegram,
    "channelTelegram",
    "reasons",
    "refusals",
  ),
};
