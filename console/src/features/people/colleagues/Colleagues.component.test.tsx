import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { agents, colleague } from "../../../sample/build.ts";
import { mount } from "../../../sample/mount.tsx";
import { openNetwork } from "../../../sample/network.ts";
import { Colleagues } from "./Colleagues.tsx";

const { mira, jonas } = agents;
const rowOf = ({ id, first_name }: { id: string; first_name: string }) => ({
  ...colleague(first_name, "online"),
  ...{ id, userid: id },
});

test("the viewer, who is in the server's list, is not among their colleagues", async () => {
  openNetwork({
    "/auth/agents": () => [
      rowOf({ id: mira.id, first_name: "Mira" }),
      rowOf({ id: jonas.id, first_name: "Jonas" }),
    ],
    "/private-chats": () => [],
  });
  mount(<Colleagues />, { viewer: mira });
  await expect.element(page.getByRole("heading", { name: /1/ })).toBeVisible();
  await expect.element(page.getByRole("link", { name: /Jonas/ })).toBeVisible();
  await expect.element(page.getByRole("link", { name: /Mira/ })).not.toBeInTheDocument();
});

test("an agent who is alone in the company has no colleagues", async () => {
  openNetwork({
    "/auth/agents": () => [rowOf({ id: mira.id, first_name: "Mira" })],
    "/private-chats": () => [],
  });
  mount(<Colleagues />, { viewer: mira });
  await expect.element(page.getByText("No colleagues yet")).toBeVisible();
});
