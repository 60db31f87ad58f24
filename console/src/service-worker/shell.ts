/** The console's files of one build. Each build has its own cache, and files keep to their build. */
export type Shell = {
  /** Differs whenever a file does. */
  version: string;
  /** The script that a page of this build starts with. */
  entry: string;
  /** Addresses of all files that are cached at once; `page` is among them. */
  files: string[];
  /** The page for every address of the console. */
  page: string;
};

const prefix = "shell-";
const nameOf = ({ version }: Pick<Shell, "version">) => prefix + version;

/** Rejects unless every file is fetched; the previous worker then stays. */
export async function keepShell(shell: Shell): Promise<void> {
  const cache = await caches.open(nameOf(shell));
  // Names in assets/ carry a hash; the browser's cache may hold other files of the previous build.
  const asked = shell.files.map((file) =>
    file.startsWith("/assets/") ? file : new Request(file, { cache: "reload" }),
  );
  await cache.addAll(asked);
}

export async function forgetOtherShells(shell: Shell): Promise<void> {
  const names = await caches.keys();
  const others = names.filter((name) => name.startsWith(prefix) && name !== nameOf(shell));
  await Promise.all(others.map((name) => caches.delete(name)));
}

/**
 * True if an address is one of the console's pages: files have an extension, downloads a path of their own. An agent's
 * name may look like a file's.
 */
export function isPage(pathname: string): boolean {
  return pathname.startsWith("/profile/") || !(/\.\w+$/.test(pathname) || pathname.startsWith("/files/"));
}

/**
 * Cached files belong to this build; others are cached when first fetched, since names in assets/ never change. The page
 * does not wait for that write: `alongside` takes its promise.
 */
export async function fetchShellFile(
  shell: Shell,
  request: Request,
  alongside: (work: Promise<void>) => void,
): Promise<Response> {
  const cache = await caches.open(nameOf(shell));
  const kept = await cache.match(request, { ignoreVary: true });
  if (kept) return kept;
  const response = await fetch(request);
  if (response.status === 200) alongside(cache.put(request, response.clone()));
  return response;
}

/** The server's page, which may be newer than this build; the cached one when the server cannot be reached. */
export async function fetchPage(
  shell: Shell,
  request: Request,
  preloaded: Promise<Response | undefined> = Promise.resolve(undefined),
): Promise<Response> {
  const cache = await caches.open(nameOf(shell));
  try {
    const response = (await preloaded) ?? (await fetch(request));
    if (![502, 503, 504].includes(response.status)) return response;
    return (await cache.match(shell.page)) ?? response;
  } catch (error) {
    const kept = await cache.match(shell.page);
    if (kept) return kept;
    throw error;
  }
}
