import createClient from "openapi-fetch";

/** A client of the desk at `url`, which calls with `key`. */
export function createParley({ url, key, fetch }) {
  return createClient({
    baseUrl: url,
    headers: { authorization: `Bearer ${key}` },
    ...(fetch && { fetch }),
  });
}
