import type { Message } from "@parley/contract/messages";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { agents, message, ticketOf } from "../../../sample/build.ts";
import { mount } from "../../../sample/mount.tsx";
import { useUnreadAfter } from "./unread-mark.ts";

const ticket = ticketOf(agents.mira, {}, 2);

function Mark({ messages }: { messages: Message[] }) {
  return <output>{useUnreadAfter(ticket, messages) ?? "none"}</output>;
}

test("the line of new messages disappears once they are answered", async () => {
  const written = [1, 2, 3].map((seq) => message({ seq, isagent: false }));
  const { draw } = mount(<Mark messages={written} />);
  await expect.element(page.getByText("1")).toBeVisible();
  const more = message({ seq: 4, isagent: false });
  draw(<Mark messages={[...written, more]} />);
  await expect.element(page.getByText("1")).toBeVisible();
  draw(<Mark messages={[...written, more, message({ seq: 5, isagent: true })]} />);
  await expect.element(page.getByText("none")).toBeVisible();
});
