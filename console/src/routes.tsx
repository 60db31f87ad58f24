import type { Language, Profile } from "@parley/contract/sessions";
import type { QueryClient } from "@tanstack/react-query";
import { createBrowserRouter, type LoaderFunctionArgs, redirect } from "react-router";
import { adminRoutes } from "./admin-routes.tsx";
import { get, Refused } from "./api/client.ts";
import { keys, profileQuery, sessionQuery } from "./api/queries.ts";
import { NotFoundPage } from "./features/shell/NotFoundPage.tsx";
import { RouteErrorPage } from "./features/shell/RouteErrorPage.tsx";
import { SignedIn } from "./features/shell/SignedIn.tsx";
import { Starting } from "./features/shell/Starting.tsx";
import { Workspace } from "./features/workspace/Workspace.tsx";
import { needTexts, speak } from "./i18n/index.ts";
import { afterSignIn, paths, signInPath, twoStepPath } from "./paths.ts";

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
            const now = await session();
            if (now.status !== "valid") throw redirect(signInPath(pathname + search));
            if (now.setUpTwoStep) throw redirect(twoStepPath(pathname + search));
            const profile = await profileOrDoor(cache, pathname + search);
            await speak(profile.lang);
            return profile;
          },
          // The place within the workspace is in the query; only coming from elsewhere asks again.
          shouldRevalidate: ({ currentUrl, nextUrl }) => currentUrl.pathname !== nextUrl.pathname,
          // Each page loads its own script and its own texts: `lazy` with `needTexts`.
          children: [
            { path: paths.workspace, Component: Workspace },
            adminRoutes(cache),
            {
              path: paths.profile,
              lazy: { Component: loadProfileFrame },
              children: [
                { index: true, lazy: { Component: loadProfile } },
                { path: "bubbles", lazy: { Component: loadBubbles } },
              ],
            },
          ],
        },
        {
          path: paths.signIn,
          lazy: { Component: loadSignIn },
          loader: async ({ request }: LoaderFunctionArgs) =>
            (await signedIn()) ? redirect(afterSignIn(new URL(request.url).searchParams)) : null,
        },
        {
          path: paths.twoStep,
          lazy: { Component: loadTwoStep },
          loader: async ({ request }: LoaderFunctionArgs) => {
            const now = await session();
            const to = afterSignIn(new URL(request.url).searchParams);
            if (now.status !== "valid") throw redirect(signInPath(to));
            if (!now.setUpTwoStep) throw redirect(to);
            await speak((await get<{ lang: Language }>("/auth/get-user-pref")).lang);
            return null;
          },
        },
        { path: paths.registerCompany, lazy: { Component: loadRegisterCompany } },
        { path: paths.forgotPassword, lazy: { Component: loadForgotPassword } },
        { path: paths.invitation, lazy: { Component: loadInvitation } },
        { path: paths.setPassword, lazy: { Component: loadSetPassword } },
        { path: paths.terms, lazy: { Component: loadTerms } },
        { path: "*", Component: NotFoundPage, loader: signedIn },
      ],
    },
  ]);
}

/** The session may end, or a second step be asked for, between one answer and the next: then that door is the place. */
async function profileOrDoor(cache: QueryClient, here: string): Promise<Profile> {
  try {
    return await cache.ensureQueryData(profileQuery);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    const { code } = error.answer;
    if (code !== "two_step_required" && code !== "signed_out") throw error;
    cache.removeQueries({ queryKey: keys.session });
    throw redirect(code === "signed_out" ? signInPath(here) : twoStepPath(here));
  }
}

async function loadProfileFrame() {
  await needTexts("profile");
  return (await import("./features/profile/ProfileFrame.tsx")).ProfileFrame;
}

async function loadProfile() {
  await needTexts("profile", "twoStep", "refusals", "address");
  return (await import("./features/profile/ProfilePage.tsx")).ProfilePage;
}

async function loadSignIn() {
  await needTexts("refusals");
  return (await import("./features/sign-in/SignInPage.tsx")).SignInPage;
}

async function loadTwoStep() {
  await needTexts("twoStep", "refusals");
  return (await import("./features/sign-in/TwoStepPage.tsx")).TwoStepPage;
}

async function loadRegisterCompany() {
  await needTexts("registration", "refusals");
  return (await import("./features/registration/RegisterCompanyPage.tsx")).RegisterCompanyPage;
}

async function loadForgotPassword() {
  await needTexts("passwordReset", "refusals");
  return (await import("./features/password-reset/ForgotPasswordPage.tsx")).ForgotPasswordPage;
}

async function loadInvitation() {
  await needTexts("invitation", "refusals");
  return (await import("./features/invitation/InvitationPage.tsx")).InvitationPage;
}

async function loadSetPassword() {
  await needTexts("passwordReset", "refusals");
  return (await import("./features/password-reset/SetPasswordPage.tsx")).SetPasswordPage;
}

async function loadTerms() {
  await needTexts("terms");
  return (await import("./features/registration/TermsPage.tsx")).TermsPage;
}

async function loadBubbles() {
  await needTexts("bubbles");
  return (await import("./features/bubbles/BubblesPage.tsx")).BubblesPage;
}
