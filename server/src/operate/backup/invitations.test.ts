import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { createPlace, type Place } from "../../../../test/outside/place.ts";
import { askHere } from "../../../../test/world/command-line.ts";

// Processes take long to start beside many others.
vi.setConfig({ testTimeout: 60_000 });

let old: Place;
let restored: Place;
beforeAll(async () => {
  [old, restored] = await Promise.all([createPlace(), createPlace()]);
});
afterAll(() => Promise.all([old.remove(), restored.remove()]));

test("a restored invitation has expired, since it may have been withdrawn meanwhile", async () => {
  const id = "00000000-0000-4000-8000-000000000001";
  const statements = [
    "insert into company (company_id, name) values ($1, 'Pier')",
    "insert into department (company_id, id, name) values ($1, $1, 'General')",
    `insert into agent (company_id, id, department_id, username, first_name, last_name, email, password_hash, role)
      values ($1, $1, $1, 'ada', 'Ada', '', 'ada@pier.example', 'x', 'admin')`,
    `insert into invitation (company_id, email, first_name, last_name, department_id, token_hash, invited_by, sent_on,
        expires_on, created_on)
      values ($1, 'bo@pier.example', 'Bo', '', $1, '\\x00', $1, now(), now() + interval '7 days', now())`,
    `insert into address_change (company_id, agent_id, email, asked_on) values ($1, $1, 'new@pier.example', now())`,
  ];
  for (const statement of statements) await old.query(statement, [id]);
  const from = join(old.dataDir, "one.tar.gz");
  await askHere(["backup", "--to", from], old.env);
  await askHere(["restore", "--from", from], restored.env);
  const rows = await restored.query("select email, expires_on <= now() as expired from invitation");
  expect(rows).toEqual([{ email: "bo@pier.example", expired: true }]);
  expect(await restored.query("select email from address_change")).toEqual([]);
});
