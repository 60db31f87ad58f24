import { expect, test } from "vitest";
import { createSecrets } from "../floor/secrets/secrets.ts";
import { fileLink, isLinkGood } from "./links.ts";

const now = new Date("2026-03-01T10:00:00Z");
const { sign } = createSecrets("a secret of at least thirty-two letters");
const scope = (time = now, companyId = "harbour") => ({ companyId, now: time, sign });

function made() {
  const { searchParams } = new URL(fileLink(scope(), "file", "original", "a.txt"), "https://desk.example");
  const expires = Number(searchParams.get("expires"));
  return {
    fileId: "file",
    variant: "original" as const,
    expires,
    signature: searchParams.get("signature") ?? "",
  };
}

test("a link opens until it expires, for its company", () => {
  const link = made();
  expect(isLinkGood(scope(), link)).toBe(true);
  expect(isLinkGood(scope(new Date(link.expires - 1)), link)).toBe(true);
  expect(isLinkGood(scope(new Date(link.expires)), link)).toBe(false);
  expect(isLinkGood(scope(now, "northwind"), link)).toBe(false);
});

test("a signature of another length, or another text's, opens nothing", () => {
  expect(isLinkGood(scope(), { ...made(), signature: "" })).toBe(false);
  expect(isLinkGood(scope(), { ...made(), fileId: "other" })).toBe(false);
  expect(isLinkGood(scope(), { ...made(), expires: made().expires + 1 })).toBe(false);
});
