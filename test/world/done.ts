import { expect } from "vitest";
import type { World } from "../world.ts";

/** The body of a call's answer, which has to be a success. */
export async function done(answer: ReturnType<World["stranger"]["post"]>) {
  const { statusCode, body } = await answer;
  expect(statusCode, body).toBeLessThan(300);
  return JSON.parse(body);
}
