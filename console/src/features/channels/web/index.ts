import { lazyPart } from "../../../ui/lazy-part.ts";
import "./colour.css";

export const web = {
  name: {
    en: "Web chat",
    af: "Webklets",
    bg: "Уеб чат",
    tr: "Web sohbeti",
    es: "Chat web",
    ru: "Веб-чат",
    nl: "Webchat",
    ja: "ウェブチャット",
  },
  mark: "M4 5h16v11H10l-4.500 4V16H4z",
  plainUsernames: true,
  Connect: lazyPart(
    async () => (await import("./ConnectWeb.tsx")).ConnectWeb,
    "channelWeb",
    "channels",
    "reasons",
  ),
  FirstStep: lazyPart(async () => (await import("./FirstWidget.tsx")).FirstWidget, "channelWeb", "reasons"),
  Facts: lazyPart(async () => (await import("./Visit.tsx")).Visit, "visit"),
  About: lazyPart(async () => (await import("./VisitRows.tsx")).VisitRows, "visit"),
  // A website vouches for its own ids; the others are random.
  clientId: (externalId: string) => (externalId.startsWith("sub:") ? externalId.slice(4) : null),
  testsConnectionAlone: true,
  Details: lazyPart(async () => (await import("./WidgetDetails.tsx")).WidgetDetails, "channelWeb"),
  views: {
    look: lazyPart(
      async () => (await import("./WidgetEditor.tsx")).WidgetEditor,
      "channelWeb",
      "admin",
      "reasons",
    ),
  },
};
