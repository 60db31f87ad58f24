import { expect, test } from "vitest";
import { afterSignIn, readPlace, signInPath, workspacePath } from "./paths.ts";

test.each([
  "https://evil.example/",
  "//evil.example",
  "/\\evil.example",
  "javascript:alert(1)",
  "/\t/evil.example",
  "/\n/evil.example",
  "/./\t//evil.example",
  "/login?to=/login",
  "",
])("signing in never leads to %s", (to) => {
  expect(afterSignIn(new URLSearchParams({ to }))).toBe("/");
});

test("signing in leads back to the visitor's page", () => {
  const path = signInPath("/?ticket=9be2d471&view=closed");
  expect(path).toBe("/login?to=%2F%3Fticket%3D9be2d471%26view%3Dclosed");
  expect(afterSignIn(new URL(path, "http://here").searchParams)).toBe("/?ticket=9be2d471&view=closed");
  expect(signInPath("/")).toBe("/login");
});

test("an invalid value in an address becomes the default", () => {
  const place = readPlace(new URLSearchParams({ ticket: "../admin", view: "everything", colleague: "me" }));
  expect(place).toEqual({ ticket: null, view: "pending", colleague: null });
});

test("a location survives its address", () => {
  const colleague = "a0000000-0000-4000-8000-000000000001";
  const place = { ticket: "9be2d471", view: "closed", colleague } as const;
  expect(readPlace(new URL(workspacePath(place), "http://here").searchParams)).toEqual(place);
  expect(workspacePath({ ticket: null, view: "pending" })).toBe("/");
  for (const view of ["mine", "all", "f0000000-0000-4000-8000-000000000001"])
    expect(readPlace(new URL(workspacePath({ view }), "http://here").searchParams).view).toBe(view);
});
