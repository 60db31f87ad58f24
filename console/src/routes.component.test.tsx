import i18next from "i18next";
import { expect, onTestFinished, test } from "vitest";
import { createRoutes } from "./routes.tsx";
import { agents, profileOf } from "./sample/build.ts";
import { createCache } from "./sample/mount.tsx";
import { openNetwork } from "./sample/network.ts";

test("the start fetches the session, the preferences and the profile once, and is in the agent's language", async () => {
  const before = location.href;
  onTestFinished(async () => {
    history.replaceState(null, "", before);
    await i18next.changeLanguage("en");
  });
  history.replaceState(null, "", "/");
  const network = openNetwork({
    "/auth/validate": () => ({ status: "valid", id: agents.mira.id, setUpTwoStep: false }),
    "/auth/get-user-pref": () => ({ lang: "nl" }),
    "/auth/profile": () => profileOf(agents.mira),
  });
  const router = createRoutes(createCache());
  onTestFinished(() => router.dispose());
  await expect.poll(() => router.state.initialized).toBe(true);
  expect(network.calls.map(({ path }) => path).toSorted()).toEqual([
    "/auth/get-user-pref",
    "/auth/profile",
    "/auth/validate",
  ]);
  expect(i18next.language).toBe("nl");
});
