import { expect, test } from "vitest";
import { createSecrets } from "./secrets.ts";

const secrets = createSecrets("the first secret of thirty-two characters");
const others = createSecrets("another secret of thirty-two characters ");

test("another secret opens nothing", () => {
  expect(() => others.open(secrets.seal("token"))).toThrow("APP_SECRET has changed");
});

test("a value with any changed byte cannot be opened", () => {
  const sealed = secrets.seal("token");
  for (let at = 0; at < sealed.length; at++) {
    const changed = Buffer.from(sealed);
    changed[at] = (changed[at] ?? 0) ^ 1;
    expect(() => secrets.open(changed)).toThrow();
  }
  expect(() => secrets.open(sealed.subarray(0, 28))).toThrow("not sealed here");
  expect(() => secrets.open(Buffer.alloc(0))).toThrow("not sealed here");
});

test("a sealed value opens again, and differs each time it is sealed", () => {
  for (const text of ["", "700100200:AA-token", "Tomáš 🌍"])
    expect(secrets.open(secrets.seal(text))).toBe(text);
  expect(secrets.seal("token")).not.toEqual(secrets.seal("token"));
});

test("a signature depends on text and secret, and fits a link", () => {
  expect(secrets.sign("a")).toBe(secrets.sign("a"));
  expect(secrets.sign("a")).not.toBe(secrets.sign("b"));
  expect(secrets.sign("a")).not.toBe(others.sign("a"));
  expect(secrets.sign("a")).toMatch(/^[\w-]{43}$/);
});
