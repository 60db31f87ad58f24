import type { FastifyInstance, FastifyRequest } from "fastify";
import { invalid, Refusal, textReason } from "../floor/errors/errors.ts";
import { storableJson, wellFormed } from "./json.ts";

const json = /^application\/json(; ?charset=utf-8)?$/i;
const urlencoded = /^application\/x-www-form-urlencoded(; ?charset=utf-8)?$/i;
const multipart = /^multipart\/form-data; ?boundary=\S+$/i;

/**
 * Refuses every body except JSON, and multipart where the call declares a form. Forms that another site's page can send
 * without a preflight (text/textReason, urlencoded) are refused, except the form of a page of ours, which needs no
 * session.
 */
export function checkContentType(request: FastifyRequest): void {
  const type = request.headers["content-type"];
  if (type === undefined && !hasBody(request)) return;
  if (isPage(request) && type !== undefined && urlencoded.test(type)) return;
  const expected = isUpload(request) ? multipart : json;
  if (type === undefined || !expected.test(type)) {
    throw new Refusal(
      415,
      "wrong_type",
      textReason(
        `The content type must be ${expected === json ? "application/json" : "multipart/form-data"}.`,
      ),
    );
  }
}

const isPage = ({ routeOptions: { config } }: FastifyRequest): boolean =>
  config.notACall === "page" && config.ability === "public";

/** True if the route accepts a file. */
export const isUpload = ({ routeOptions }: FastifyRequest): boolean =>
  routeOptions.config.call?.form !== undefined;

export const hasBody = ({ headers }: FastifyRequest) =>
  headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;

/**
 * Parses JSON as Fastify does, with `__proto__` dropped and NUL refused, since no text of PostgreSQL can hold it. From
 * visitors NUL is dropped, since the page may send it without their doing. Half a surrogate pair becomes U+FFFD, as it
 * does in any text column: a json column fails on it.
 */
export function readJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser("remove", "remove");
  app.removeContentTypeParser(["text/plain", "application/json"]);
  app.addContentTypeParser<string>("application/json", { parseAs: "string" }, (request, body, done) => {
    parse(request, body, (error, value) => {
      // This test is cheap, and nearly no body contains the escape.
      if (error) done(error, value);
      else if (request.routeOptions.config.ability === "visitor") done(null, storableJson(value, body));
      else if (body.includes("\\u0000") && holdsNul(value))
        done(invalid(textReason("Text may not contain NUL.")));
      else done(null, wellFormed(value, body));
    });
  });
  app.addContentTypeParser<string>(
    "application/x-www-form-urlencoded",
    { parseAs: "string" },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(body.replaceAll("%00", "")))),
  );
  app.addHook("onRequest", async (request) => {
    if (/%00/.test(request.url)) throw invalid(textReason("An address may not contain NUL."));
  });
}

function holdsNul(value: unknown): boolean {
  const waiting = [value];
  for (const item of waiting) {
    if (typeof item === "string" && item.includes("\0")) return true;
    if (typeof item === "object" && item !== null) {
      for (const [key, inner] of Object.entries(item)) waiting.push(key, inner);
    }
  }
  return false;
}
