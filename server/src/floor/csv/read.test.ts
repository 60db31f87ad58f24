import { array, assert, property, string } from "fast-check";
import { expect, test } from "vitest";
import type { Refusal } from "../errors/errors.ts";
import { beginFile, line } from "./lines.ts";
import { readRows } from "./read.ts";

const cellsOf = (text: string) => readRows(Buffer.from(text)).map(({ cells }) => cells);

test("a file is read with its marks, its lines in cells, and either separator", () => {
  expect(cellsOf('\uFEFFname,content\r\nHours,"From ""nine"", to five\nand later"\r\n')).toEqual([
    ["name", "content"],
    ["Hours", 'From "nine", to five\nand later'],
  ]);
  expect(cellsOf("name;content\nHours;From nine, to five\n")).toEqual([
    ["name", "content"],
    ["Hours", "From nine, to five"],
  ]);
  expect(cellsOf("a,b\nc,\n\n , \nd")).toEqual([["a", "b"], ["c", ""], ["d"]]);
});

test("a row knows the line where it begins, and a cell of several lines counts them", () => {
  const rows = readRows(Buffer.from('name\r\n"two\nlines"\r\n\r\nlast'));
  expect(rows.map(({ line, cells }) => [line, cells[0]])).toEqual([
    [1, "name"],
    [2, "two\nlines"],
    [5, "last"],
  ]);
});

test("a mark that is not closed, and bytes that are not UTF-8, are refused with their line", () => {
  const refusal = (bytes: Buffer) => {
    try {
      readRows(bytes);
    } catch (error) {
      return (error as Refusal).answer().reason;
    }
    return null;
  };
  expect(refusal(Buffer.from('name\nHours,"never closed\n'))).toEqual({
    code: "csv_unreadable",
    facts: { line: 2 },
  });
  expect(refusal(Buffer.from([0x61, 0x0a, 0x0a, 0xff, 0xfe]))).toEqual({
    code: "csv_unreadable",
    facts: { line: 3 },
  });
});

test("a written file is read again, unless a text marks a formula itself", () => {
  const cell = string({ unit: "binary", maxLength: 12 })
    .map((text) => text.replace(/\r\n?/g, "\n").toWellFormed())
    .filter((text) => !/(^|[;\t\r\n])'/.test(text));
  const formulas = ["=1+1", "- one\n- two", "@home", "+359", '"=x"', "a;=b", "\t-"];
  assert(
    property(array(cell, { minLength: 1, maxLength: 4 }), (cells) => {
      const written = ["name", ...cells, ...formulas];
      expect(cellsOf(beginFile(written.map(() => "title")) + line(written))[1]).toEqual(written);
    }),
  );
});
