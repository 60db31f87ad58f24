import { expect, test, vi } from "vitest";
import { newId } from "./new-id.ts";

test("ids are distinct UUIDs of version 4, made without functions that only a secure page has", () => {
  const random = crypto.getRandomValues.bind(crypto);
  vi.stubGlobal("crypto", { getRandomValues: random });
  const ids = Array.from({ length: 500 }, newId);
  vi.unstubAllGlobals();
  for (const id of ids)
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(new Set(ids).size).toBe(500);
  expect(new Set(ids.map((id) => id[19])).size).toBe(4);
});
