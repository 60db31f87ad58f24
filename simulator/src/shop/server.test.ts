import { afterEach, expect, test } from "vitest";
import { type Shop, startShop } from "./server.ts";
import { trips } from "./trips.ts";

let shop: Shop;
afterEach(() => shop.close());

test("every page carries the chat's tag, and a policy that allows only the desk", async () => {
  shop = await startShop();
  shop.show({ desk: "http://127.0.0.1:3003", key: "wk_shop" });
  for (const path of ["/", ...trips.map(({ path }) => `/trips/${path}`)]) {
    const answer = await fetch(shop.url + path);
    expect(answer.status).toBe(200);
    expect(await answer.text()).toContain(
      '<script src="http://127.0.0.1:3003/chat.js" data-key="wk_shop" async></script>',
    );
    expect(answer.headers.get("content-security-policy")).toContain("script-src http://127.0.0.1:3003;");
  }
  const unknown = await fetch(`${shop.url}/trips/moon`, { redirect: "manual" });
  expect(unknown.headers.get("location")).toBe("/");
});
