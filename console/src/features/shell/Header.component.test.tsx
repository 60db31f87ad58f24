import { expect, onTestFinished, test } from "vitest";
import { page } from "vitest/browser";
import { changeLanguage } from "../../i18n/index.ts";
import { agents, profileOf } from "../../sample/build.ts";
import { mount } from "../../sample/mount.tsx";
import { openNetwork } from "../../sample/network.ts";
import { ViewerContext } from "../session/viewer.ts";
import { Header } from "./Header.tsx";

test.each([
  [390, 844],
  [1440, 900],
])("at %i px the welcome is whole in every language", async (width, height) => {
  await page.viewport(width, height);
  onTestFinished(() => changeLanguage("en"));
  openNetwork({
    "/notifications": () => ({ sections: {}, count: 0 }),
    "/auth/agents": () => [],
    "/private-chats": () => [],
  });
  mount(
    <ViewerContext value={profileOf(agents.mira, { firstName: "Maximiliana-Theodora" })}>
      <Header />
    </ViewerContext>,
  );
  const welcome = page.getByRole("heading", { level: 1 });
  await expect.element(welcome).toBeVisible();
  for (const language of ["en", "af", "bg", "tr", "es", "ru", "nl", "ja"] as const) {
    await changeLanguage(language);
    await expect.element(welcome).toMatchTextContent("Maximiliana-Theodo");
    const { clientWidth, scrollWidth, clientHeight, scrollHeight } = welcome.element();
    expect([language, scrollWidth - clientWidth, scrollHeight - clientHeight]).toEqual([language, 0, 0]);
    const box = welcome.element().getBoundingClientRect();
    const head = page.getByRole("banner").element().getBoundingClientRect();
    expect([language, box.top >= head.top, box.bottom <= head.bottom]).toEqual([language, true, true]);
    expect([language, document.documentElement.scrollWidth <= width]).toEqual([language, true]);
  }
});
