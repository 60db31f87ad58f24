import { expect, test } from "vitest";
import { nameForType } from "./extension.ts";

test.each([
  ["photo.jpg", "image/jpeg", "photo.jpg"],
  ["photo.JPEG", "image/jpeg", "photo.JPEG"],
  ["photo.png", "image/jpeg", "photo.jpg"],
  ["invoice.exe", "image/jpeg", "invoice.exe.jpg"],
  ["voice", "audio/ogg", "voice.ogg"],
  ["voice.opus", "audio/ogg", "voice.opus"],
  ["report v1.2", "application/pdf", "report v1.2.pdf"],
  [".jpg", "image/png", "file.png"],
  // Types shared by many formats do not determine an extension.
  ["archive.odt", "application/zip", "archive.odt"],
  ["sticker.tgs", "application/gzip", "sticker.tgs"],
  ["table.csv", "text/plain", "table.csv"],
])("the name %s with the content of %s becomes %s", (name, mediaType, expected) => {
  expect(nameForType(name, mediaType)).toBe(expected);
});
