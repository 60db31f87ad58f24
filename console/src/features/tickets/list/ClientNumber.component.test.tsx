import { beforeEach, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { agents, ticketOf } from "../../../sample/build.ts";
import { mount } from "../../../sample/mount.tsx";
import { broken, type Network, openNetwork } from "../../../sample/network.ts";
import { ClientNumber } from "./ClientNumber.tsx";

const ticket = ticketOf(agents.mira, { account_number: "HT-1" });
const button = page.getByRole("button", { name: /Client number of Dimitar Petrov/ });
const field = page.getByRole("textbox", { name: "Client number of Dimitar Petrov" });
const path = "/auth/update-client-number";

let network: Network;
beforeEach(() => {
  network = openNetwork({
    [path]: ({ body }) => ({
      clientid: ticket.clientid,
      account_number: (body as { client_number: string }).client_number,
    }),
  });
});

test("a client without a number is offered one", async () => {
  mount(<ClientNumber ticket={{ ...ticket, account_number: null }} />);
  await expect.element(button).toMatchTextContent("Add number");
  await button.click();
  await expect.element(field).toHaveValue("");
});

test("the number is selected to be overwritten, Enter saves it without spaces and gives the focus back", async () => {
  mount(<ClientNumber ticket={ticket} />);
  await button.click();
  await expect.element(field).toHaveFocus();
  await userEvent.keyboard(" HT-20874 {Enter}");
  await expect.element(button).toHaveFocus();
  expect(network.sent(path)).toMatchObject([{ client_number: "HT-20874", ticketid: ticket.ticketid }]);
});

test("Escape leaves the number unchanged", async () => {
  mount(<ClientNumber ticket={ticket} />);
  await button.click();
  await userEvent.keyboard("lost{Escape}");
  await expect.element(button).toHaveFocus();
  await expect.element(button).toMatchTextContent("HT-1");
  expect(network.calls).toEqual([]);
});

test("Enter without a change sends no call", async () => {
  mount(<ClientNumber ticket={ticket} />);
  await button.click();
  await userEvent.keyboard("{Enter}");
  await expect.element(button).toHaveFocus();
  expect(network.calls).toEqual([]);
});

test("the key that ends a word of an input method does not save", async () => {
  mount(<ClientNumber ticket={ticket} />);
  await button.click();
  await field.fill("東京");
  field
    .element()
    .dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", isComposing: true, bubbles: true }));
  await expect.element(field).toHaveValue("東京");
  expect(network.calls).toEqual([]);
});

test("an unchanged field closes when left, a changed one stays open", async () => {
  mount(
    <>
      <ClientNumber ticket={ticket} />
      <button type="button">Elsewhere</button>
    </>,
  );
  await button.click();
  await page.getByRole("button", { name: "Elsewhere" }).click();
  await expect.element(field).not.toBeInTheDocument();
  await button.click();
  await field.fill("HT-2");
  await page.getByRole("button", { name: "Elsewhere" }).click();
  await expect.element(field).toHaveValue("HT-2");
});

test("a number that failed to save stays, and the reason is shown", async () => {
  network.on(path, broken);
  mount(<ClientNumber ticket={ticket} />);
  await button.click();
  await field.fill("lost");
  await userEvent.keyboard("{Enter}");
  await expect.element(page.getByText(/client number could not be saved/)).toBeVisible();
  await expect.element(field).toHaveValue("lost");
  await expect.element(field).toHaveAttribute("aria-invalid", "true");
});
