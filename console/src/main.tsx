import "./styles/app.css";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { RouterProvider } from "react-router/dom";
import { onSignedOut, Refused } from "./api/client.ts";
import { keys } from "./api/queries.ts";
import { startI18n } from "./i18n/index.ts";
import { createRoutes } from "./routes.tsx";
import { Toasts } from "./ui/Toasts.tsx";

const cache = new QueryClient({
  defaultOptions: {
    queries: {
      // Live events keep entries current; a fetch is for the first display, a reconnect, and coming back to the window.
      staleTime: 2_000,
      refetchOnWindowFocus: "always",
      // A refusal is final.
      retry: (failures, error) => failures < 3 && !(error instanceof Refused),
    },
  },
});
onSignedOut(() => cache.setQueryData(keys.session, { status: "invalid" }));

// A module that awaits at its top makes the bundler keep a script for each part (console/vite/ahead.ts).
void start();

async function start(): Promise<void> {
  await startI18n();
  const root = document.getElementById("root");
  if (!root) throw new Error("The page has no #root");
  const router = createRoutes(cache);
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={cache}>
        <RouterProvider router={router} />
        <Toasts />
      </QueryClientProvider>
    </StrictMode>,
  );

  // Loaded after the first render: the service worker, and the target of a click on a notification.
  void import("./features/account/push/start-worker.ts").then(({ startWorker }) => {
    startWorker((path) => void router.navigate(path));
  });

  // A hundred ranges of Japanese, 33 KB of style sheet: loaded after the first render. Until then the system's font is used.
  void import("@fontsource-variable/noto-sans-jp/index.css");
}
