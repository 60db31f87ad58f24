import type { Answer } from "@parley/contract/calls/table";
import type { Profile } from "@parley/contract/sessions";
import type { QueryClient } from "@tanstack/react-query";
import { createBrowserRouter, type LoaderFunctionArgs, redirect } from "react-router";
import { adminRoutes } from "./admin-routes.tsx";
import { call, Refused } from "./api/client.ts";
import { useConnection } from "./api/connection.ts";
import { holdFirstFetches } from "./api/first-fetches.ts";
import { keys, preferencesQuery, profileQuery, sessionQuery } from "./api/queries.ts";
import { NotFoundPage } from "./features/account/shell/NotFoundPage.tsx";
import { RouteErrorPage } from "./features/account/shell/RouteErrorPage.tsx";
import { SignedIn } from "./features/account/shell/SignedIn.tsx";
import { Starting } from "./features/account/shell/Starting.tsx";
import { Workspace } from "./features/admin/workspace/Workspace.tsx";
import { changeLanguage } from "./i18n/index.ts";
import { afterSignIn, paths, signInPath, twoStepPath } from "./paths.ts";
import { lazyPage } from "./ui/lazy-part.ts";

export function createRoutes(cache: QueryClient) {
  const session = () => cache.fetchQuery({ ...sessionQuery, staleTime: 1_000 });
  const signedIn = async () => (await session()).status === "valid";

  return createBrowserRouter([
    {
      ErrorBoundary: RouteErrorPage,
      HydrateFallback: Starting,
      children: [
        {
          Component: SignedIn,
          loader: async ({ request }: LoaderFunctionArgs) => {
            const { pathname, search } = new URL(request.url);
            const began = Date.now();
            const now = await session();
            const roundTrip = Date.now() - began;
            if (now.status !== "valid") throw redirect(signInPath(pathname + search));
            if (now.setUpTwoStep) throw redirect(twoStepPath(pathname + search));
            if (useConnection.getState().state === "connecting") holdFirstFetches(roundTrip);
            const first = cache.getQueryData(keys.preferences) === undefined;
            const [profile, { lang }] = await loadProfileOrRedirect(cache, pathname + search);
            await changeLanguage(first ? lang : profile.lang);
            return profile;
          },
          // The location within the workspace is in the query; only coming from elsewhere loads again.
          shouldRevalidate: ({ currentUrl, nextUrl }) => currentUrl.pathname !== nextUrl.pathname,
          children: [
            { path: paths.workspace, Component: Workspace },
            adminRoutes(cache),
            {
              path: "/workspace/search",
              lazy: lazyPage(
                async () => (await import("./features/admin/search/SearchPage.tsx")).SearchPage,
                "commands",
              ),
            },
            {
              path: `${paths.help}/:page?`,
              lazy: lazyPage(
                async () => (await import("./features/account/help/HelpPage.tsx")).HelpPage,
                "help",
              ),
            },
            {
              path: paths.profile,
              lazy: lazyPage(
                async () => (await import("./features/account/profile/ProfileFrame.tsx")).ProfileFrame,
                "profile",
              ),
              children: [
                {
                  lazy: lazyPage(
                    async () => (await import("./features/unsaved/GuardedPages.tsx")).GuardedPages,
                  ),
                  children: [
                    {
                      index: true,
                      lazy: lazyPage(
                        async () => (await import("./features/account/profile/ProfilePage.tsx")).ProfilePage,
                        "profile",
                        "twoStep",
                        "reasons",
                        "address",
                      ),
                    },
                  ],
                },
                {
                  path: "bubbles",
                  lazy: lazyPage(
                    async () => (await import("./features/chat/bubbles/BubblesPage.tsx")).BubblesPage,
                    "bubbles",
                  ),
                },
                {
                  path: "notifications",
                  lazy: lazyPage(
                    async () => (await import("./features/account/notices/NoticesPage.tsx")).NoticesPage,
                    "notices",
                    "reasons",
                  ),
                },
              ],
            },
          ],
        },
        {
          path: paths.signIn,
          lazy: lazyPage(
            async () => (await import("./features/account/sign-in/SignInPage.tsx")).SignInPage,
            "reasons",
          ),
          loader: async ({ request }: LoaderFunctionArgs) =>
            (await signedIn()) ? redirect(afterSignIn(new URL(request.url).searchParams)) : null,
        },
        {
          path: paths.twoStep,
          lazy: lazyPage(
            async () => (await import("./features/account/sign-in/TwoStepPage.tsx")).TwoStepPage,
            "twoStep",
            "reasons",
          ),
          loader: async ({ request }: LoaderFunctionArgs) => {
            const now = await session();
            const to = afterSignIn(new URL(request.url).searchParams);
            if (now.status !== "valid") throw redirect(signInPath(to));
            if (!now.setUpTwoStep) throw redirect(to);
            await changeLanguage((await call("getPreferences")).lang);
            return null;
          },
        },
        {
          path: paths.registerCompany,
          lazy: lazyPage(
            async () =>
              (await import("./features/account/registration/RegisterCompanyPage.tsx")).RegisterCompanyPage,
            "registration",
            "reasons",
          ),
        },
        {
          path: paths.forgotPassword,
          lazy: lazyPage(
            async () =>
              (await import("./features/account/password-reset/ForgotPasswordPage.tsx")).ForgotPasswordPage,
            "passwordReset",
            "reasons",
          ),
        },
        {
          path: paths.invitation,
          lazy: lazyPage(
            async () => (await import("./features/account/invitation/InvitationPage.tsx")).InvitationPage,
            "invitation",
            "reasons",
          ),
        },
        {
          path: paths.setPassword,
          lazy: lazyPage(
            async () =>
              (await import("./features/account/password-reset/SetPasswordPage.tsx")).SetPasswordPage,
            "passwordReset",
            "reasons",
          ),
        },
        {
          path: paths.terms,
          lazy: lazyPage(
            async () => (await import("./features/account/registration/TermsPage.tsx")).TermsPage,
            "terms",
          ),
        },
        { path: "*", Component: NotFoundPage, loader: signedIn },
      ],
    },
  ]);
}

/** The session may end, or two-step sign-in be required, between two calls: then redirect there. */
async function loadProfileOrRedirect(
  cache: QueryClient,
  here: string,
): Promise<[Profile, Answer<"getPreferences">]> {
  try {
    return await Promise.all([cache.ensureQueryData(profileQuery), cache.ensureQueryData(preferencesQuery)]);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    const { code } = error.answer;
    if (code !== "two_step_required" && code !== "signed_out") throw error;
    cache.removeQueries({ queryKey: keys.session });
    throw redirect(code === "signed_out" ? signInPath(here) : twoStepPath(here));
  }
}
