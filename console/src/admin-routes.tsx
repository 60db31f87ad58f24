/** The admin panel, fetched when somebody goes there: its frame, and a script and texts per page. */
import type { Profile } from "@parley/contract/sessions";
import type { QueryClient } from "@tanstack/react-query";
import { type LoaderFunctionArgs, type RouteObject, redirect } from "react-router";
import { profileQuery } from "./api/queries.ts";
import { needTexts } from "./i18n/index.ts";
import { adminPaths, paths } from "./paths.ts";

export function adminRoutes(cache: QueryClient): RouteObject {
  const profile = (): Promise<Profile> => cache.ensureQueryData(profileQuery);
  /** Agents and Settings are the administrators'; everybody else is led to the tickets. */
  const adminsOnly = async () => ((await profile()).role === "admin" ? null : redirect(adminPaths.tickets));

  return {
    path: paths.adminPanel,
    lazy: async () => {
      await needTexts("admin");
      return { Component: (await import("./features/admin/AdminPanel.tsx")).AdminPanel };
    },
    children: [
      {
        index: true,
        loader: async (_: LoaderFunctionArgs) =>
          redirect((await profile()).role === "admin" ? adminPaths.agents : adminPaths.tickets),
      },
      {
        path: adminPaths.agents,
        loader: adminsOnly,
        lazy: async () => {
          await needTexts("adminAgents", "refusals");
          return { Component: (await import("./features/agents/AgentsPage.tsx")).AgentsPage };
        },
      },
      {
        path: adminPaths.agent(":id"),
        loader: adminsOnly,
        lazy: async () => {
          await needTexts("adminAgents", "actions", "profile", "refusals");
          return { Component: (await import("./features/agents/AgentProfilePage.tsx")).AgentProfilePage };
        },
      },
      {
        path: adminPaths.clients,
        lazy: async () => {
          await needTexts("clients");
          return { Component: (await import("./features/clients/ClientsPage.tsx")).ClientsPage };
        },
      },
      {
        path: adminPaths.client(":id"),
        lazy: async () => {
          await needTexts("clients", "actions");
          return { Component: (await import("./features/clients/ClientProfilePage.tsx")).ClientProfilePage };
        },
      },
      {
        path: adminPaths.tickets,
        lazy: async () => {
          await needTexts("ticketTable");
          return { Component: (await import("./features/ticket-table/TicketsPage.tsx")).TicketsPage };
        },
      },
      {
        path: adminPaths.settings,
        loader: adminsOnly,
        lazy: async () => {
          await needTexts("settings");
          return { Component: (await import("./features/settings/SettingsPage.tsx")).SettingsPage };
        },
      },
      {
        path: adminPaths.departments,
        loader: adminsOnly,
        lazy: async () => {
          await needTexts("settings");
          return { Component: (await import("./features/settings/SettingsPage.tsx")).SettingsPage };
        },
      },
    ],
  };
}
