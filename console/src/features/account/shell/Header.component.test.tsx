import { expect, onTestFinished, test } from "vitest";
import { page } from "vitest/browser";
import { changeLanguage } from "../../../i18n/index.ts";
import { adminPaths } from "../../../paths.ts";
import { agents, profileOf } from "../../../sample/build.ts";
import { mount } from "../../../sample/mount.tsx";
import { openNetwork } from "../../../sample/network.ts";
import { ViewerContext } from "../../session/viewer.ts";
import { Header } from "./Header.tsx";

const answers = {
  "/notifications": () => ({ sections: {}, count: 0 }),
  "/auth/agents": () => [],
  "/private-chats": () => [],
};

test.each([
  [390, 844],
  [1440, 900],
])("at %i px the welcome is whole in every language", async (width, height) => {
  await page.viewport(width, height);
  onTestFinished(() => changeLanguage("en"));
  openNetwork(answers);
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

test("an agent has links to the clients and the tickets, an administrator to the panel", async () => {
  await page.viewport(1440, 900);
  openNetwork(answers);
  const { unmount } = mount(<Header />, { viewer: agents.mira });
  await expect
    .element(page.getByRole("link", { name: "Clients" }))
    .toHaveAttribute("href", adminPaths.clients);
  await expect
    .element(page.getByRole("link", { name: "All tickets" }))
    .toHaveAttribute("href", adminPaths.tickets);
  await expect.element(page.getByRole("link", { name: "Admin panel" })).not.toBeInTheDocument();
  unmount();
  mount(<Header />, { viewer: agents.ingrid });
  await expect.element(page.getByRole("link", { name: "Admin panel" })).toBeVisible();
});

test("the help opens beside the conversation, in a tab of its own", async () => {
  await page.viewport(1440, 900);
  openNetwork(answers);
  mount(<Header />, { viewer: agents.mira });
  const help = page.getByRole("link", { name: /Help/ });
  await expect.element(help).toHaveAttribute("target", "_blank");
  await expect.element(help).toHaveAttribute("href", expect.stringMatching(/^\/help/));
});
