import { Route, Routes, useLocation } from "react-router";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { agents, at } from "../../../sample/build.ts";
import { mount } from "../../../sample/mount.tsx";
import { openNetwork } from "../../../sample/network.ts";
import { ClientProfilePage } from "./ClientProfilePage.tsx";

const clientid = "c0000000-0000-4000-8000-000000000001";
const client = {
  clientid,
  short_id: "1001",
  client_name: "Dimitar Petrov",
  account_number: null,
  address: null,
  note: null,
  picture: null,
  blocked_on: false,
  created_on: at(0),
  count_ticket_reopened: 0,
  blocked_messages: 0,
  actions: [],
  identities: [],
  merged: [],
};

const Address = () => <p>{useLocation().pathname}</p>;

test("a merged client's address leads to the client who was kept", async () => {
  openNetwork({
    "/fields": () => [],
    "/admin/1002/get-client": () => ({ client, client_actions: [] }),
    "/admin/1001/get-client": () => ({ client, client_actions: [] }),
    [`/admin/${clientid}/client-actions`]: () => [],
    [`/admin/${clientid}/client-tickets`]: () => [],
    [`/admin/${clientid}/client-files`]: () => [],
  });
  const routes = (
    <>
      <Address />
      <Routes>
        <Route path="/admin-panel/client-profile/:id" element={<ClientProfilePage />} />
      </Routes>
    </>
  );
  mount(routes, { viewer: agents.ingrid, path: "/admin-panel/client-profile/1002" });
  await expect.element(page.getByText("/admin-panel/client-profile/1001")).toBeVisible();
});
