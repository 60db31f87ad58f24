import { createHmac } from "node:crypto";

/** A page's proof of its visitor, signed with the web chat's secret. `exp` is in seconds. */
export function signProof(
  claims: { sub: string; exp: number; name?: string; email?: string; about?: object },
  secret: string,
): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const signed = `${part({ alg: "HS256", typ: "JWT" })}.${part(claims)}`;
  return `${signed}.${createHmac("sha256", secret).update(signed).digest("base64url")}`;
}
