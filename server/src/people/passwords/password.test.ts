import { hash } from "@node-rs/argon2";
import { expect, test } from "vitest";
import { hashPassword, isPassword } from "./password.ts";

test("passwords are compared one after the other, each with its own answer", async () => {
  const own = await hashPassword("Correct-horse-7");
  const tries = Array.from({ length: 12 }, (_, at) =>
    isPassword(at % 3 ? "Wrong-horse-7" : "Correct-horse-7", own),
  );
  expect(await Promise.all(tries)).toEqual(tries.map((_, at) => at % 3 === 0));
});

test("the next comparison is refused until later when three hundred wait", async () => {
  // The hashes are as cheap as possible: only their number matters.
  const own = await hash("Correct-horse-7", { memoryCost: 8, timeCost: 1, parallelism: 1 });
  const tries = await Promise.allSettled(
    Array.from({ length: 310 }, () => isPassword("Correct-horse-7", own)),
  );
  const refused = tries.filter(({ status }) => status === "rejected");
  expect(refused.length).toBeGreaterThan(0);
  expect(refused.length).toBeLessThan(10);
  expect(refused[0]).toMatchObject({ reason: { status: 503 } });
  expect(await isPassword("Correct-horse-7", own)).toBe(true);
});
