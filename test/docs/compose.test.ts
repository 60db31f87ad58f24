/** Holds the containers of compose.yaml to few rights. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const text = readFileSync(join(import.meta.dirname, "..", "..", "compose.yaml"), "utf8");

/** The lines of a service, without its name. */
function linesOf(service: string): string[] {
  const lines = text.split("\n");
  const from = lines.indexOf(`  ${service}:`) + 1;
  const to = lines.findIndex((line, at) => at >= from && /^ {0,2}\S/.test(line));
  return lines.slice(from, to).map((line) => line.trim());
}

test.each(["parley", "proxy"])(
  "the service %s runs on a read-only disk, without capabilities it could use or gain",
  (name) => {
    expect(linesOf(name)).toEqual(
      expect.arrayContaining([
        "read_only: true",
        "cap_drop: [ALL]",
        'security_opt: ["no-new-privileges:true"]',
      ]),
    );
  },
);

test("the proxy is given the right to low ports and nothing else, and Parley nothing", () => {
  const added = (name: string) => linesOf(name).filter((line) => line.startsWith("cap_add"));
  expect([added("parley"), added("proxy")]).toEqual([[], ["cap_add: [NET_BIND_SERVICE]"]]);
});

test("PostgreSQL gains no rights", () => {
  expect(linesOf("postgres")).toContain('security_opt: ["no-new-privileges:true"]');
});

test("no container is privileged, or shares the host's namespaces or its socket of Docker", () => {
  expect(text).not.toMatch(/privileged|network_mode|pid: host|ipc: host|docker\.sock/);
});
