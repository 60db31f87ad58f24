import { type Language, languages } from "@parley/contract/sessions";
import type { FastifyRequest } from "fastify";

/** The first language of the browser's list that the product speaks, else English. */
export function browserLanguage({ headers }: FastifyRequest): Language {
  const wanted = (headers["accept-language"] ?? "")
    .split(",")
    .map((part) => part.trim().slice(0, 2).toLowerCase());
  return (
    languages.find((language) => language === wanted.find((one) => languages.includes(one as Language))) ??
    "en"
  );
}
