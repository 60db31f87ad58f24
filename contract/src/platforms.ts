/** The networks a client can write by. Free of zod, as the console needs the list itself. */
export const platforms = ["telegram", "whatsapp", "viber", "web", "email", "gateway"] as const;

/** The names by which a web chat offers the other networks to its visitors. */
export const networkNames: Record<Exclude<(typeof platforms)[number], "web">, string> = {
  telegram: "Telegram",
  whatsapp: "WhatsApp",
  viber: "Viber",
  email: "E-mail",
  gateway: "Gateway",
};
