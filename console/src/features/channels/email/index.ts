import { lazyPart } from "../../../ui/lazy-part.ts";
import "./colour.css";

export const email = {
  name: {
    en: "Email",
    af: "E-pos",
    bg: "Имейл",
    tr: "E-posta",
    es: "Correo",
    ru: "Почта",
    nl: "E-mail",
    ja: "メール",
  },
  mark: "M3 6h18v12H3zm1.500 1.500L12 13l7.500-5.500z",
  section: "emailIntegration",
  plainUsernames: true,
  Connect: lazyPart(
    async () => (await import("./ConnectEmail.tsx")).ConnectEmail,
    "channelEmail",
    "channels",
    "reasons",
  ),
  Details: lazyPart(
    async () => (await import("./MailboxDetails.tsx")).MailboxDetails,
    "channelEmail",
    "reasons",
  ),
};
