/** The sign-up's window: a separate document, since only its policy allows the provider's script. */
import "../../../styles/app.css";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { StrictMode, Suspense } from "react";
import { createRoot } from "react-dom/client";
import { startI18n } from "../../../i18n/index.ts";
import { lazyPart } from "../../../ui/lazy-part.ts";

const Signup = lazyPart(
  async () => (await import("./Signup.tsx")).Signup,
  "channelWhatsapp",
  "reasons",
  "refusals",
);

// The module does not await it, for the reason in main.tsx.
void start();

async function start(): Promise<void> {
  await startI18n();
  const root = document.getElementById("root");
  if (!root) throw new Error("The page has no #root");
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={new QueryClient()}>
        <Suspense>
          <Signup />
        </Suspense>
      </QueryClientProvider>
    </StrictMode>,
  );
}
