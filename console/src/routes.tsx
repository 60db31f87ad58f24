import type { QueryClient } from "@tanstack/react-query";
import { createBrowserRouter, type LoaderFunctionArgs, redirect } from "react-router";
import { profileQuery, sessionQuery } from "./api/queries.ts";
import { NotFoundPage } from "./features/shell/NotFoundPage.tsx";
import { RouteErrorPage } from "./features/shell/RouteErrorPage.tsx";
import { SignedIn } from "./features/shell/SignedIn.tsx";
import { Starting } from "./features/shell/Starting.tsx";
import { Workspace } from "./features/shell/Workspace.tsx";
import { speak } from "./i18n/index.ts";
import { afterSignIn, paths, signInPath } from "./paths.ts";

export function createRoutes(cache: QueryClient) {
  const signedIn = async () =>
    (await cache.fetchQuery({ ...sessionQuery, staleTime: 1_000 })).status === "valid";

  return createBrowserRouter([
    {
      ErrorBoundary: RouteErrorPage,
      HydrateFallback: Starting,
      children: [
        {
          Component: SignedIn,
          loader: async ({ request }: LoaderFunctionArgs) => {
            const { pathname, search } = new URL(request.url);
            if (!(await signedIn())) throw redirect(signInPath(pathname + search));
            const profile = await cache.ensureQueryData(profileQuery);
            await speak(profile.lang);
            return profile;
          },
          // The place within the workspace is in the query; only coming from elsewhere asks again.
          shouldRevalidate: ({ currentUrl, nextUrl }) => currentUrl.pathname !== nextUrl.pathname,
          // Each page loads its own script and its own texts: `lazy` with `needTexts`.
          children: [{ path: paths.workspace, Component: Workspace }],
        },
        {
          path: paths.signIn,
          lazy: { Component: async () => (await import("./features/session/SignInPage.tsx")).SignInPage },
          loader: async ({ request }: LoaderFunctionArgs) =>
            (await signedIn()) ? redirect(afterSignIn(new URL(request.url).searchParams)) : null,
        },
        { path: "*", Component: NotFoundPage, loader: signedIn },
      ],
    },
  ]);
}
