import { expect, test } from "vitest";
import { isProgram } from "./program.ts";

test.each(["run.exe", "RUN.EXE", "invoice.pdf.scr", "setup.msi. ", "install.sh", "app.apk", "Photos.app"])(
  "%s is a program",
  (name) => {
    expect(isProgram(name)).toBe(true);
  },
);

test.each(["exe", "exe.pdf", "photo.jpg", "notes.txt", "archive.zip", ".profile", "", "com.example"])(
  "%s is no program",
  (name) => {
    expect(isProgram(name)).toBe(false);
  },
);
