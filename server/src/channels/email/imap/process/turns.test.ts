import { setImmediate as pause } from "node:timers/promises";
import { beforeEach, expect, test } from "vitest";
import { Turns } from "./turns.ts";

let clock: number;
let turns: Turns;
let parsed: string[];

beforeEach(() => {
  clock = 0;
  turns = new Turns(() => clock);
  parsed = [];
});

function send(company: string, pieces: number, milliseconds: number): void {
  for (let piece = 0; piece < pieces; piece += 1)
    turns.enqueue(company, (end) => {
      parsed.push(company);
      clock += milliseconds;
      end();
    });
}
const untilParsed = (pieces: number) =>
  expect.poll(() => parsed.length, { timeout: 30_000 }).toBeGreaterThanOrEqual(pieces);

test("a mail that comes while nobody waits is parsed at once", () => {
  send("harbour", 1, 5);
  expect(parsed).toEqual(["harbour"]);
});

test("a company that takes much time waits while others need a little", async () => {
  send("northwind", 40, 10);
  send("harbour", 5, 2);
  await untilParsed(45);
  expect(parsed.slice(0, 6)).toEqual(["northwind", ...Array(5).fill("harbour")]);
});

test("two companies that take the same time take turns, however many pieces each has", async () => {
  send("northwind", 40, 5);
  send("harbour", 4, 5);
  await untilParsed(44);
  expect(parsed.slice(0, 8).filter((company) => company === "harbour")).toHaveLength(4);
});

test("a company that sent nothing for a while has saved no time up", async () => {
  send("northwind", 20, 5);
  turns.enqueue("northwind", (end) => {
    send("harbour", 10, 5);
    end();
  });
  send("northwind", 20, 5);
  await untilParsed(50);
  expect(parsed.slice(20, 24).sort()).toEqual(["harbour", "harbour", "northwind", "northwind"]);
});

test("a piece whose server asks to wait keeps nobody else waiting", async () => {
  turns.enqueue("northwind", () => undefined);
  send("harbour", 1, 1);
  await pause();
  expect(parsed).toEqual([]);
  clock += 1000;
  await untilParsed(1);
  expect(parsed).toEqual(["harbour"]);
});
