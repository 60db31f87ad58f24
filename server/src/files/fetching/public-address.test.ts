import type { LookupAddress } from "node:dns";
import { expect, test } from "vitest";
import { isPublicAddress, NotPublic, publicLookup } from "./public-address.ts";

test.each([
  "0.0.0.0",
  "10.1.2.3",
  "100.64.0.1",
  "127.0.0.1",
  "127.255.255.254",
  "169.254.169.254",
  "172.16.0.1",
  "172.31.255.255",
  "192.168.1.1",
  "198.18.0.1",
  "224.0.0.1",
  "255.255.255.255",
  "::",
  "::1",
  "::ffff:10.0.0.1",
  "::ffff:8.8.8.8",
  "64:ff9b::a00:1",
  "fc00::1",
  "fe80::1",
  "ff02::1",
  "2001::1",
  "2001:db8::1",
  "2002:a00:1::",
  "not an address",
])("the address %s is not public", (address) => {
  expect(isPublicAddress(address)).toBe(false);
});

test.each(["8.8.8.8", "172.15.0.1", "172.32.0.1", "223.255.255.255", "2606:4700::1111", "2a00:1450::1"])(
  "the address %s is public",
  (address) => {
    expect(isPublicAddress(address)).toBe(true);
  },
);

const answering =
  (...found: string[]): Parameters<typeof publicLookup>[0] =>
  (_host, _options, answer) =>
    answer(
      null,
      found.map((address) => ({ address, family: 4 })),
    );

function look(resolve: Parameters<typeof publicLookup>[0], all: boolean) {
  return new Promise<string | LookupAddress[]>((resolved, reject) => {
    publicLookup(resolve)("push.example", { all }, (error, address) =>
      error ? reject(error) : resolved(address),
    );
  });
}

test("a name with a private address, even among public ones, cannot be resolved", async () => {
  for (const all of [true, false]) {
    await expect(look(answering("10.0.0.1"), all)).rejects.toThrow(NotPublic);
    await expect(look(answering("8.8.8.8", "127.0.0.1"), all)).rejects.toThrow(NotPublic);
    await expect(look(answering(), all)).rejects.toThrow("leads nowhere");
  }
});

test("the connection goes to the addresses that were checked", async () => {
  expect(await look(answering("8.8.8.8", "9.9.9.9"), false)).toBe("8.8.8.8");
  expect(await look(answering("8.8.8.8", "9.9.9.9"), true)).toEqual([
    { address: "8.8.8.8", family: 4 },
    { address: "9.9.9.9", family: 4 },
  ]);
});
