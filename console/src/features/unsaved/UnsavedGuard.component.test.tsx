import { useState } from "react";
import { createRoot } from "react-dom/client";
import { createMemoryRouter, Link, Outlet } from "react-router";
import { RouterProvider } from "react-router/dom";
import { expect, onTestFinished, test } from "vitest";
import { page } from "vitest/browser";
import { UnsavedGuard } from "./UnsavedGuard.tsx";
import { UnsavedMark } from "./UnsavedMark.tsx";
import { leaveForm } from "./unsaved.ts";

function Form() {
  const [text, setText] = useState("");
  const [closed, setClosed] = useState(false);
  if (closed) return <p>The list</p>;
  return (
    <form>
      <input aria-label="Name" value={text} onChange={({ target }) => setText(target.value)} />
      <UnsavedMark changed={text !== ""} />
      <button type="button" onClick={() => leaveForm(() => setClosed(true))}>
        Close
      </button>
    </form>
  );
}

const draw = () => {
  const frame = (
    <>
      <Link to="/other">Other page</Link>
      <Link to="/login">Sign in</Link>
      <Outlet />
      <UnsavedGuard />
    </>
  );
  const children = [
    { path: "/", element: <Form /> },
    { path: "/other", element: <p>The other page</p> },
    { path: "/login", element: <p>The sign-in page</p> },
  ];
  const container = document.body.appendChild(document.createElement("div"));
  const root = createRoot(container);
  root.render(<RouterProvider router={createMemoryRouter([{ element: frame, children }])} />);
  onTestFinished(() => {
    root.unmount();
    container.remove();
  });
};

const link = (name: string) => page.getByRole("link", { name });
const button = (name: string) => page.getByRole("button", { name });
const question = page.getByRole("dialog", { name: "Leave without saving?" });
const unloadIsAsked = () => !window.dispatchEvent(new Event("beforeunload", { cancelable: true }));

test("a form that was not changed is left without a question", async () => {
  draw();
  await expect.element(page.getByLabelText("Name")).toBeVisible();
  expect(unloadIsAsked()).toBe(false);
  await link("Other page").click();
  await expect.element(page.getByText("The other page")).toBeVisible();
});

test("a changed form is marked, keeps its entries on staying, and is left on discarding", async () => {
  draw();
  await page.getByLabelText("Name").fill("Harbour");
  await expect.element(page.getByText("Not saved")).toBeVisible();
  expect(unloadIsAsked()).toBe(true);
  await link("Other page").click();
  await expect.element(question).toBeVisible();
  await button("Keep editing").click();
  await expect.element(question).not.toBeInTheDocument();
  await expect.element(page.getByLabelText("Name")).toHaveValue("Harbour");
  await link("Other page").click();
  await button("Discard changes").click();
  await expect.element(page.getByText("The other page")).toBeVisible();
  expect(unloadIsAsked()).toBe(false);
});

test("a form that closes within its page asks, too", async () => {
  draw();
  await page.getByLabelText("Name").fill("Harbour");
  await button("Close").click();
  await button("Keep editing").click();
  await expect.element(page.getByLabelText("Name")).toHaveValue("Harbour");
  await button("Close").click();
  await button("Discard changes").click();
  await expect.element(page.getByText("The list")).toBeVisible();
});

test("the sign-in page opens without a question: the session has ended", async () => {
  draw();
  await page.getByLabelText("Name").fill("Harbour");
  await link("Sign in").click();
  await expect.element(page.getByText("The sign-in page")).toBeVisible();
});
