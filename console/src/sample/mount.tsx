/** Renders a component as a page of the console would: with its cache, its history entry, and the toasts. */
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createContext, type ReactNode, useContext } from "react";
import { createRoot } from "react-dom/client";
import { createMemoryRouter, MemoryRouter, parsePath } from "react-router";
import { RouterProvider } from "react-router/dom";
import { onTestFinished } from "vitest";
import { ViewerContext } from "../features/session/viewer.ts";
import { Toasts } from "../ui/Toasts.tsx";
import { useToasts } from "../ui/toast.ts";
import { type Agent, agents, profileOf } from "./build.ts";

export type Mounted = {
  cache: QueryClient;
  /** Renders it again, with other props. */
  draw(element: ReactNode): void;
  unmount(): void;
};

type Options = {
  cache?: QueryClient;
  path?: string;
  /** The state that the previous page left for this one. */
  state?: unknown;
  /** The signed-in agent. */
  viewer?: Agent;
  /** True for the router of the console, which a guard of unsaved forms needs. */
  routed?: boolean;
};

export function createCache(): QueryClient {
  return new QueryClient({
    defaultOptions: { queries: { retry: false, staleTime: Number.POSITIVE_INFINITY } },
  });
}

export function mount(
  element: ReactNode,
  { cache = createCache(), path = "/", state, viewer = agents.mira, routed = false }: Options = {},
): Mounted {
  const container = document.createElement("div");
  container.style.cssText = "display: flex; flex-direction: column; min-height: 100vh";
  document.body.append(container);
  const root = createRoot(container);
  const entry = { initialEntries: [{ ...parsePath(path), state }] };
  const router = routed && createMemoryRouter([{ path: "*", element: <Drawn /> }], entry);
  const draw = (drawn: ReactNode) =>
    root.render(
      <QueryClientProvider client={cache}>
        <ViewerContext value={profileOf(viewer)}>
          {router ? (
            <DrawnContext value={drawn}>
              <RouterProvider router={router} />
            </DrawnContext>
          ) : (
            <MemoryRouter {...entry}>{drawn}</MemoryRouter>
          )}
        </ViewerContext>
        <Toasts />
      </QueryClientProvider>,
    );
  let there = true;
  const unmount = () => {
    if (!there) return;
    there = false;
    useToasts.setState({ toasts: [] });
    root.unmount();
    container.remove();
  };
  draw(element);
  onTestFinished(unmount);
  return { cache, draw, unmount };
}

const DrawnContext = createContext<ReactNode>(null);

const Drawn = () => useContext(DrawnContext);
