import { expect, test } from "vitest";
import { isAccepted, judge } from "./acceptance.ts";

const picture = { name: "Beach.PNG", type: "image/png", size: 2_000 };
const note = { name: "note.txt", type: "text/plain", size: 10 };

test("a drop zone without a file or without a list accepts everything", () => {
  expect(isAccepted(null, "image/*")).toBe(true);
  expect(isAccepted(undefined, "image/*")).toBe(true);
  for (const accept of [undefined, "", " , ", []]) expect(isAccepted(note, accept)).toBe(true);
});

test.each<[string, string | string[], boolean]>([
  ["an extension, in either case", ".png", true],
  ["an extension written large", ".PnG", true],
  ["another extension", ".jpg", false],
  ["a part of a name that is no extension", ".ng", false],
  ["a main type", "image/*", true],
  ["another main type", "video/*", false],
  ["a main type that only begins alike", "im/*", false],
  ["the whole type", "image/png", true],
  ["another type", "image/jpeg", false],
  ["a part of the type", "image", false],
  ["one of a text with commas and spaces", "text/plain , .png", true],
  ["one of a list", ["text/plain", "image/png"], true],
  ["none of a list", ["text/plain", ".pdf"], false],
])("files are accepted by the rules: %s", (_what, accept, passes) => {
  expect(isAccepted(picture, accept)).toBe(passes);
});

test("a drop zone without rules accepts any number of files of any size", () => {
  expect(judge([picture, note, { ...note, size: 0 }], {}).flatMap(({ rejections }) => rejections)).toEqual(
    [],
  );
});

test("each rejected file has its reasons, and an accepted file none", () => {
  const rules = { accept: "image/*,.pdf", maxSize: 1_000, minSize: 20, maxFiles: 1 };
  expect(judge([picture, note], rules)).toEqual([
    { file: picture, rejections: [{ code: "larger", bytes: 1_000 }, { code: "tooMany" }] },
    {
      file: note,
      rejections: [
        { code: "type", accept: ["image/*", ".pdf"] },
        { code: "smaller", bytes: 20 },
        { code: "tooMany" },
      ],
    },
  ]);
  expect(judge([{ ...picture, size: 1_000 }], rules)[0]?.rejections).toEqual([]);
  expect(judge([{ ...picture, size: 20 }], rules)[0]?.rejections).toEqual([]);
});
