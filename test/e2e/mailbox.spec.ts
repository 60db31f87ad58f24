import { expect, test } from "./fixtures.ts";

type Server = { host: string; port: number; user: string; password: string };

test("a mailbox is connected by its servers, and its page shows which these are", async ({
  agent: admin,
  simulatorUrl,
}) => {
  const made = await fetch(`${simulatorUrl}/_control/accounts`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ platform: "email", name: "Help" }),
  });
  const { connect } = (await made.json()) as { connect: { address: string; imap: Server; smtp: Server } };
  const { page } = admin;
  await admin.signIn("ingrid", "/admin-panel/settings?service=email&view=connect#emailIntegration");
  await page.getByRole("combobox", { name: "Provider" }).click();
  await page.getByRole("option", { name: "Another provider" }).click();
  const form = page.getByRole("form", { name: "With a password" });
  await form.getByLabel("Name that clients see").fill("Help desk");
  await form.getByLabel("Email address").fill(connect.address);
  await form.getByLabel("Mailbox password", { exact: true }).fill(connect.imap.password);
  for (const [name, { host, port }] of [
    ["Incoming mail (IMAP)", connect.imap],
    ["Outgoing mail (SMTP)", connect.smtp],
  ] as const) {
    const server = form.getByRole("group", { name });
    await server.getByLabel("Server").fill(host);
    await server.getByLabel("Port").fill(String(port));
    await server.getByRole("combobox", { name: "Encryption" }).click();
    await page.getByRole("option", { name: "STARTTLS" }).click();
  }
  await form.getByRole("button", { name: "Connect" }).click();
  await expect(page.getByText("Help desk now brings its mails here.")).toBeVisible();
  const card = page.getByRole("listitem").filter({ hasText: connect.address });
  await expect(card.getByText("Working", { exact: true })).toBeVisible();
  await card.getByRole("link", { name: "Help desk" }).click();
  await expect(page.getByText(`IMAP ${connect.imap.host}:${connect.imap.port}`)).toBeVisible();
});

test("a mailbox is connected by signing in at its provider, once its owner agrees", async ({
  agent: admin,
  simulatorUrl,
}) => {
  const made = await fetch(`${simulatorUrl}/_control/accounts`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ platform: "email", name: "Sales" }),
  });
  const { connect } = (await made.json()) as { connect: { address: string } };
  const { page } = admin;
  await admin.signIn("ingrid", "/admin-panel/settings?service=email&view=connect#emailIntegration");
  const signIn = async () => {
    await page.getByRole("combobox", { name: "Provider" }).click();
    await page.getByRole("option", { name: "Gmail and Google Workspace" }).click();
    await page.getByLabel("Name that clients see").first().fill("Sales");
    await page.getByRole("button", { name: "Sign in with Google" }).click();
    await expect(page.getByRole("heading", { name: "Sign in at Google" })).toBeVisible();
  };
  await signIn();
  await page.getByRole("link", { name: "Deny" }).click();
  await expect(page.getByText("The mailbox was not connected.")).toBeVisible();
  await signIn();
  await page.getByRole("link", { name: connect.address }).click();
  await expect(page.getByText("Sales is connected.")).toBeVisible();
  const card = page.getByRole("listitem").filter({ hasText: connect.address });
  await expect(card.getByText("Working", { exact: true })).toBeVisible();
});
