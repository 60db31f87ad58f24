import { expect, test } from "vitest";
import { platformOf } from "./platform.ts";

test("a release is made on Linux with x64 and with arm64", () => {
  expect(platformOf({ platform: "linux", arch: "x64" })).toBe("linux-x64");
  expect(platformOf({ platform: "linux", arch: "arm64" })).toBe("linux-arm64");
});

test.each([
  ["darwin", "arm64"],
  ["linux", "riscv64"],
])("another machine is told where a release is made: %s-%s", (platform, arch) => {
  expect(() => platformOf({ platform, arch })).toThrow(
    `The release is made on linux-x64 or linux-arm64, and this is ${platform}-${arch}.`,
  );
});
