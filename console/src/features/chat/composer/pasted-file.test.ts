import { expect, test } from "vitest";
import { pastedFile } from "./pasted-file.ts";

const file = new File(["x"], "image.png", { type: "image/png" });
const pasted = (types: string[], ...files: File[]) => pastedFile({ types, files: files as never });

test("a picture is a file, copied from a page, a folder or the screen", () => {
  expect(pasted(["Files"], file)).toBe(file);
  expect(pasted(["text/html", "Files"], file)).toBe(file);
  expect(pasted(["text/plain", "Files"], file)).toBe(file);
});

test("cells and formatted words are pasted as words, whatever picture comes with them", () => {
  expect(pasted(["text/plain", "text/html", "text/rtf", "Files"], file)).toBeUndefined();
  expect(pasted(["text/plain"])).toBeUndefined();
});
