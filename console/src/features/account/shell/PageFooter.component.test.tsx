import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { mount } from "../../../sample/mount.tsx";
import { PageFooter } from "./PageFooter.tsx";

test("the footer has the version, the user guide and the help about the page", async () => {
  mount(<PageFooter />, { path: "/admin-panel/agents" });
  await expect.element(page.getByText("1.0.0", { exact: false })).toBeVisible();
  await expect
    .element(page.getByRole("link", { name: /^User guide/ }))
    .toHaveAttribute("href", "/user-guide.pdf");
  await expect
    .element(page.getByRole("link", { name: "Help" }))
    .toHaveAttribute("href", expect.stringMatching(/^\/help\/./));
});
