import { expect, test } from "vitest";
import type { Authenticator, Identity } from "./authenticator.ts";
import { rememberIdentities } from "./remembered.ts";

const [cookie, key] = [{}, {}] as Authenticator[] as [Authenticator, Authenticator];
const identity = (key: string) => ({ key }) as Identity;

test("an identity is cached for its time, separately by authentication method", () => {
  let now = 0;
  const remembered = rememberIdentities({ most: 10, milliseconds: 100 }, () => now);
  remembered.keep(cookie, identity("one"));
  expect(remembered.get(cookie, "one")).toEqual({ key: "one" });
  expect(remembered.get(key, "one")).toBeNull();
  now = 99;
  expect(remembered.get(cookie, "one")).not.toBeNull();
  now = 100;
  expect(remembered.get(cookie, "one")).toBeNull();
});

test("the identities found first are dropped beyond the limit", () => {
  const remembered = rememberIdentities({ most: 2, milliseconds: 100 }, () => 0);
  for (const each of ["one", "two", "one", "three"]) remembered.keep(cookie, identity(each));
  expect(["one", "two", "three"].map((each) => remembered.get(cookie, each)?.key)).toEqual([
    "one",
    undefined,
    "three",
  ]);
});
