import { resolve } from "node:path";
import type { VitestPluginContext } from "vitest/node";

/** A plugin by which a source file has another text than on the disk. Vitest keeps nothing of such a file in its cache. */
export function serveTexts(paths: string[]) {
  const whole = new Set(paths.map((path) => resolve(path)));
  const texts = new Map<string, string>();
  return {
    plugin: {
      name: "parley:served-texts",
      enforce: "pre" as const,
      configureVitest({ defineCacheKeyGenerator }: Pick<VitestPluginContext, "defineCacheKeyGenerator">) {
        defineCacheKeyGenerator(({ id }) => (whole.has(id) ? false : undefined));
      },
      transform(_code: string, id: string) {
        const code = texts.get(id);
        return code === undefined ? undefined : { code, map: null };
      },
    },
    /** Null: as on the disk. Returns the whole path. */
    set(path: string, text: string | null): string {
      const id = resolve(path);
      if (text === null) texts.delete(id);
      else texts.set(id, text);
      return id;
    },
  };
}
