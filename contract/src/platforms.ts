/** The networks a client can write by. Free of zod, as the console needs the list itself. */
export const platforms = ["telegram", "whatsapp", "viber", "web", "email", "gateway"] as const;
