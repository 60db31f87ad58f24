/** Parts of a page that have their own script and texts. */
import { type ComponentType, type LazyExoticComponent, lazy, type ReactNode } from "react";
import { loadTexts } from "../i18n/index.ts";
import { PartFailed } from "./PartFailed.tsx";

type Load<Props> = () => Promise<ComponentType<Props>>;
type Loaded<Props> = { default: ComponentType<Props> };
type Part<Props> = LazyExoticComponent<ComponentType<Props>>;

/**
 * A part that loads when it is first rendered; one that fails to load says so in its place. `npm run check` holds its
 * texts to these areas and those of its page.
 */
export function lazyPart<Props>(load: Load<Props>, ...areas: string[]): Part<Props> {
  return lazyOr(PartFailed, loader(load, areas));
}

/** A part the page can do without: nothing is rendered where it fails to load. */
export function optionalPart(load: Load<object>, ...areas: string[]): Part<object> {
  return lazyOr(() => null, loader(load, areas));
}

/** A route's page, for the router's `lazy`. */
export function lazyPage(load: Load<object>, ...areas: string[]) {
  return { Component: async () => (await loader(load, areas)()).default };
}

let preloading = false;
const waiting: (() => Promise<unknown>)[] = [];

/** A part that `preloadParts` loads before it is rendered, so that it opens at once and without a network. */
export function preloadedPart<Props>(load: Load<Props>, ...areas: string[]): Part<Props> {
  const loadPart = loader(load, areas);
  if (preloading) void preload(loadPart);
  else waiting.push(loadPart);
  return lazyOr(PartFailed, loadPart);
}

/** Loads the preloaded parts declared so far; those declared later load as they are declared. */
export function preloadParts(): void {
  preloading = true;
  for (const load of waiting.splice(0)) void preload(load);
}

/** A part that fails to load now loads when it is rendered. */
const preload = (load: () => Promise<unknown>) => Promise.allSettled([load()]);

/** `Failed` stands in the place of a part that does not load. */
function lazyOr<Props>(Failed: () => ReactNode, loadPart: () => Promise<Loaded<Props>>): Part<Props> {
  return lazy(async (): Promise<Loaded<Props>> => {
    try {
      return await loadPart();
    } catch (error) {
      reportError(error);
      return { default: Failed };
    }
  });
}

function loader<Props>(load: Load<Props>, areas: string[]) {
  return async (): Promise<Loaded<Props>> => {
    const [part] = await Promise.all([load(), loadTexts(...areas)]);
    return { default: part };
  };
}
