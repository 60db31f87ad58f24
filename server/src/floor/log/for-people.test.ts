import { expect, test } from "vitest";
import { forPeople } from "./for-people.ts";

const line = (fields: object) =>
  forPeople(JSON.stringify({ level: 30, time: "2026-11-24T08:09:10.123Z", ...fields }));

test("a terminal shows a line's time, message and fields", () => {
  expect(line({ role: "all", count: 3, msg: "Parley is ready" })).toBe(
    "08:09:10  Parley is ready  role=all  count=3\n",
  );
});

test("a terminal shows the stack of an error and its cause", () => {
  expect(
    line({ level: 50, msg: "failed", err: { stack: "Error: a\n  at b", cause: { message: "c" } } }),
  ).toBe("08:09:10  error  failed\n    Error: a\n      at b\n    because: c\n");
});

test("a terminal shows the code of a printed mail on a line", () => {
  expect(line({ msg: "A mail", mail: { to: "a@b.example", subject: "Your code", text: "123456\n" } })).toBe(
    "08:09:10  A mail\n    To: a@b.example\n    Subject: Your code\n    \n    123456\n",
  );
});
