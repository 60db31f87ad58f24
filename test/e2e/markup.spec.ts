import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "./fixtures.ts";

test("a client's words are text, never markup", async ({ agent, client }) => {
  await agent.signIn("mira");
  const nasty = `<img src=x onerror="document.title='owned'"><b>bold</b>`;
  await client.write(nasty);
  await agent.accept(client.name);
  await expect(agent.bubble(nasty)).toBeVisible();
  await expect(agent.page).toHaveTitle("Parley");
});

test("neither the desk nor the console fetches anything of a link in a message", async ({
  agent,
  client,
}) => {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? "");
    response.end("<title>Seen</title>");
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const link = (page: string) => `http://127.0.0.1:${(server.address() as AddressInfo).port}/${page}`;
  await agent.signIn("mira");
  await client.write(`Is it this one? ${link("theirs")}`);
  await agent.accept(client.name);
  await expect(agent.bubble("Is it this one?")).toContainText(link("theirs"));
  await agent.write(`No, this: ${link("ours")}`);
  await expect.poll(async () => (await client.messages()).at(-1)?.text).toContain(link("ours"));
  await agent.page.reload();
  await expect(agent.bubble("Is it this one?")).toBeVisible();
  expect(asked).toEqual([]);
  // The server would answer any caller.
  await fetch(link("asked"));
  expect(asked).toEqual(["/asked"]);
  server.close();
});
