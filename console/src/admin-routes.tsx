import { abilitiesOf } from "@parley/contract/abilities";
/** The admin panel: a frame, and pages with their own scripts and texts. */
import type { Profile } from "@parley/contract/sessions";
import type { QueryClient } from "@tanstack/react-query";
import { type LoaderFunctionArgs, type RouteObject, redirect } from "react-router";
import { profileQuery } from "./api/queries.ts";
import { adminPaths, paths } from "./paths.ts";
import { lazyPage } from "./ui/lazy-part.ts";

export function adminRoutes(cache: QueryClient): RouteObject {
  const profile = (): Promise<Profile> => cache.ensureQueryData(profileQuery);
  /** Agents and Settings are for administrators; others are redirected to the tickets. */
  const adminsOnly = async () =>
    abilitiesOf((await profile()).role).has("manageAgents") ? null : redirect(adminPaths.tickets);

  const panel: RouteObject = {
    path: paths.adminPanel,
    lazy: lazyPage(
      async () => (await import("./features/admin/page/AdminPanel.tsx")).AdminPanel,
      "admin",
      "reasons",
    ),
    children: [
      {
        index: true,
        loader: async (_: LoaderFunctionArgs) =>
          redirect(
            abilitiesOf((await profile()).role).has("manageAgents") ? adminPaths.agents : adminPaths.tickets,
          ),
      },
      {
        path: adminPaths.agents,
        loader: adminsOnly,
        lazy: lazyPage(
          async () => (await import("./features/admin/agents/AgentsPage.tsx")).AgentsPage,
          "admin",
          "adminAgents",
          "reasons",
        ),
      },
      {
        path: adminPaths.clients,
        lazy: lazyPage(
          async () => (await import("./features/admin/clients/ClientsPage.tsx")).ClientsPage,
          "admin",
          "clients",
          "organisations",
          "fields",
          "tags",
          "reasons",
        ),
      },
      {
        lazy: lazyPage(async () => (await import("./features/unsaved/GuardedPages.tsx")).GuardedPages),
        children: [
          {
            path: adminPaths.agent(":id"),
            loader: adminsOnly,
            lazy: lazyPage(
              async () => (await import("./features/admin/agents/AgentProfilePage.tsx")).AgentProfilePage,
              "message",
              "admin",
              "adminAgents",
              "actions",
              "profile",
              "reasons",
            ),
          },
          {
            path: adminPaths.department(":id"),
            loader: adminsOnly,
            lazy: lazyPage(
              async () => (await import("./features/admin/settings/DepartmentPage.tsx")).DepartmentPage,
              "message",
              "admin",
              "settings",
              "reasons",
            ),
          },
          {
            path: adminPaths.client(":id"),
            lazy: lazyPage(
              async () => (await import("./features/admin/clients/ClientProfilePage.tsx")).ClientProfilePage,
              "message",
              "admin",
              "client",
              "clients",
              "organisations",
              "actions",
              "fields",
              "tags",
              "reasons",
            ),
          },
        ],
      },
      {
        path: adminPaths.organisations,
        lazy: lazyPage(
          async () =>
            (await import("./features/admin/organisations/OrganisationsPage.tsx")).OrganisationsPage,
          "admin",
          "organisations",
          "fields",
          "tags",
          "reasons",
        ),
      },
      {
        path: adminPaths.organisation(":id"),
        lazy: lazyPage(
          async () => (await import("./features/admin/organisations/OrganisationPage.tsx")).OrganisationPage,
          "admin",
          "organisations",
          "clients",
          "fields",
          "tags",
          "reasons",
        ),
      },
      {
        path: adminPaths.tickets,
        lazy: lazyPage(
          async () => (await import("./features/admin/ticket-table/TicketsPage.tsx")).TicketsPage,
          "admin",
          "ticketTable",
          "fields",
          "tags",
          "reasons",
        ),
      },
      {
        path: adminPaths.figures,
        lazy: lazyPage(
          async () => (await import("./features/admin/figures/FiguresPage.tsx")).FiguresPage,
          "admin",
          "figures",
          "message",
          "ticketTable",
          "tags",
          "reasons",
        ),
      },
      {
        path: adminPaths.deletedTickets,
        loader: adminsOnly,
        lazy: lazyPage(
          async () =>
            (await import("./features/admin/ticket-table/DeletedTicketsPage.tsx")).DeletedTicketsPage,
          "admin",
          "deleting",
          "reasons",
        ),
      },
      {
        path: adminPaths.settings,
        loader: adminsOnly,
        lazy: lazyPage(
          async () => (await import("./features/admin/settings/SettingsPage.tsx")).SettingsPage,
          "message",
          "admin",
          "settings",
        ),
      },
      {
        path: adminPaths.departments,
        loader: adminsOnly,
        lazy: lazyPage(
          async () => (await import("./features/admin/settings/SettingsPage.tsx")).SettingsPage,
          "message",
          "admin",
          "settings",
        ),
      },
    ],
  };
  return {
    lazy: lazyPage(async () => (await import("./features/admin/agents/HandOver.tsx")).HandOver),
    children: [panel],
  };
}
