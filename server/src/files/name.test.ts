import { expect, test } from "vitest";
import { cleanName } from "./name.ts";

test.each([
  ["../../etc/passwd", "passwd"],
  ["C:\\Windows\\system.ini", "system.ini"],
  ["/", "file"],
  ["", "file"],
  ["..", "file"],
  [".htaccess", "htaccess"],
  ["a\0b\r\nc.txt", "abc.txt"],
  ["photo\u202egpj.exe", "photogpj.exe"],
  ["  Überweisung №7.pdf ", "Überweisung №7.pdf"],
  ["領収書.pdf", "領収書.pdf"],
  ["👩‍👧 🏳️‍🌈.png", "👩‍👧 🏳️‍🌈.png"],
  ["re\u200dport.pdf\u200d", "report.pdf"],
])("the name %j is cleaned to %j", (given, clean) => {
  expect(cleanName(given)).toBe(clean);
});

test("a long name keeps its ending", () => {
  const clean = cleanName(`${"ж".repeat(500)}.pdf`);
  expect([...clean]).toHaveLength(150);
  expect(clean.endsWith("ж.pdf")).toBe(true);
});
