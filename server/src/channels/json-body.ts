import { invalid } from "../errors.ts";

/** A webhook's bytes as JSON. Throws 400 otherwise. */
export function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString("utf8"));
  } catch (error) {
    if (error instanceof SyntaxError) throw invalid("The body is not JSON.");
    throw error;
  }
}
