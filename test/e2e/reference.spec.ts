import { expect, test } from "./fixtures.ts";

for (const theme of ["dark", "light"] as const) {
  test(`an administrator reads the calls, ${theme}, and nothing comes from elsewhere`, async ({
    agent,
    page,
  }) => {
    await page.emulateMedia({ colorScheme: theme });
    await agent.signIn("ingrid");
    const elsewhere: string[] = [];
    page.on("request", (request) => {
      const { origin, protocol } = new URL(request.url());
      if (protocol !== "data:" && origin !== new URL(page.url()).origin) elsewhere.push(request.url());
    });
    await page.goto("/api/docs");
    // A list this long is rendered while it scrolls.
    await page.getByPlaceholder("Filter by tag or path").fill("Tickets");
    await page.getByText("Accept a ticket; of several agents at once exactly one does").click();
    const call = page.locator("#operations-Tickets-acceptTicket");
    await expect(call.getByText("answerTickets")).toBeVisible();
    await expect(call.getByText("Request body")).toBeVisible();
    await expect(call.getByRole("button", { name: "Try it out" })).toHaveCount(0);
    await expect(page.locator("html")).toHaveClass(theme === "dark" ? /dark-mode/ : /^$/);
    expect(elsewhere).toEqual([]);
  });
}
