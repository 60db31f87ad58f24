// Own frame: preloading, once begun, does not end.
import i18n from "i18next";
import { Suspense } from "react";
import { expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { mount } from "../sample/mount.tsx";
import { lazyPage, lazyPart, optionalPart, preloadedPart, preloadParts } from "./lazy-part.ts";

const Panel = () => <p>the panel</p>;
const panel = page.getByText("the panel");

test("a lazy part loads when it is rendered, and not before", async () => {
  const load = vi.fn(async () => Panel);
  const Part = lazyPart(load);
  preloadParts();
  expect(load).not.toHaveBeenCalled();
  mount(<Suspense fallback="loading">{<Part />}</Suspense>);
  await expect.element(panel).toBeVisible();
  expect(load).toHaveBeenCalledOnce();
});

test("a lazy part renders with its texts, in the language of the page", async () => {
  await i18n.changeLanguage("nl");
  try {
    expect(
      i18n.hasResourceBundle("nl", "translation") &&
        i18n.exists("terms.title", { lng: "nl", fallbackLng: [] }),
    ).toBe(false);
    const Part = lazyPart(async () => () => <p>{i18n.t("terms.title")}</p>, "terms");
    mount(
      <Suspense>
        <Part />
      </Suspense>,
    );
    await expect.poll(() => i18n.exists("terms.title", { lng: "nl", fallbackLng: [] })).toBe(true);
    await expect.element(page.getByText(i18n.getResource("nl", "translation", "terms.title"))).toBeVisible();
  } finally {
    await i18n.changeLanguage("en");
  }
});

test("a preloaded part loads without being rendered; one that is declared later loads at once", async () => {
  const later = vi.fn(async () => Panel);
  preloadParts();
  preloadedPart(later);
  await expect.poll(() => later.mock.calls.length).toBe(1);
});

test("a preloaded part that failed to load is loaded when it is rendered", async () => {
  const load = vi.fn(async () => Panel).mockRejectedValueOnce(new Error("no network"));
  preloadParts();
  const Part = preloadedPart(load);
  await expect.poll(() => load.mock.calls.length).toBe(1);
  mount(
    <Suspense>
      <Part />
    </Suspense>,
  );
  await expect.element(panel).toBeVisible();
});

test("the page does without an optional part that fails to load, and the failure is reported", async () => {
  const reported = vi.fn();
  vi.stubGlobal("reportError", reported);
  const failure = new Error("no network");
  const Part = optionalPart(async () => Promise.reject(failure));
  mount(
    <Suspense>
      <Part />
      <p>the page</p>
    </Suspense>,
  );
  await expect.element(page.getByText("the page")).toBeVisible();
  expect(reported).toHaveBeenCalledExactlyOnceWith(failure);
});

test.each([lazyPart, preloadedPart])(
  "a part that fails to load says so in its place, offers to load the page anew, and is reported",
  async (part) => {
    const reported = vi.fn();
    vi.stubGlobal("reportError", reported);
    const failure = new Error("no network");
    const Part = part(async () => Promise.reject(failure));
    mount(
      <Suspense>
        <p>the page</p>
        <Part />
      </Suspense>,
    );
    const alert = page.getByRole("alert");
    await expect.element(alert.getByRole("button", { name: "Reload" })).toBeVisible();
    await expect.element(alert).toHaveFocus();
    await expect.element(page.getByText("the page")).toBeVisible();
    expect(reported).toHaveBeenCalledExactlyOnceWith(failure);
  },
);

test("a page that fails to load rejects, so that the router shows its error page", async () => {
  const page = lazyPage(async () => Promise.reject(new Error("no network")));
  await expect(page.Component()).rejects.toThrow("no network");
  expect(await lazyPage(async () => Panel).Component()).toBe(Panel);
});
