import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { fetchPage, fetchShellFile, forgetOtherShells, isPage, keepShell, type Shell } from "./shell.ts";

const origin = "https://desk.example";
const shell: Shell = {
  version: "two",
  entry: "/assets/index-2.js",
  files: ["/index.html", "/assets/index-2.js"],
  page: "/index.html",
};

/** The part of a browser's caches that the shell uses; `addAll` fetches everything or keeps nothing. */
function createCaches() {
  const stored = new Map<string, Map<string, Response>>();
  const key = (asked: Request | string) =>
    new URL(typeof asked === "string" ? asked : asked.url, origin).pathname;
  const open = async (name: string) => {
    const entries = stored.get(name) ?? new Map<string, Response>();
    stored.set(name, entries);
    return {
      match: async (asked: Request | string) => entries.get(key(asked))?.clone(),
      put: async (asked: Request | string, response: Response) => void entries.set(key(asked), response),
      async addAll(asked: (Request | string)[]) {
        const fetched = await Promise.all(asked.map(async (one) => [key(one), await fetch(one)] as const));
        if (fetched.some(([, response]) => !response.ok)) throw new TypeError("Not all of it came");
        for (const [path, response] of fetched) entries.set(path, response);
      },
    };
  };
  return {
    stored,
    open,
    keys: async () => [...stored.keys()],
    delete: async (name: string) => stored.delete(name),
  };
}

let kept: ReturnType<typeof createCaches>;
let asked: string[];
let answer: (path: string) => Response;
const page = new Request(`${origin}/`);

beforeEach(async () => {
  kept = createCaches();
  asked = [];
  answer = (path) => new Response(`${path} of two`);
  vi.stubGlobal("caches", kept);
  vi.stubGlobal(
    "Request",
    class extends Request {
      constructor(input: string | Request, init?: RequestInit) {
        super(typeof input === "string" ? new URL(input, origin) : input, init);
      }
    },
  );
  vi.stubGlobal("fetch", async (input: Request | string) => {
    const { pathname } = new URL(typeof input === "string" ? input : input.url, origin);
    asked.push(pathname);
    return answer(pathname);
  });
  await keepShell(shell);
  asked = [];
});
afterEach(() => vi.unstubAllGlobals());

const away = () => {
  answer = () => {
    throw new TypeError("Failed to fetch");
  };
};

describe("the page", () => {
  test("the page is the server's while it answers", async () => {
    answer = () => new Response("newer");
    expect(await (await fetchPage(shell, page)).text()).toBe("newer");
    const preloaded = Promise.resolve(new Response("ahead"));
    expect(await (await fetchPage(shell, page, preloaded)).text()).toBe("ahead");
    expect(asked).toEqual(["/"]);
  });

  test.each([502, 503, 504])(
    "the page is the cached one when a proxy answers %i for the server",
    async (status) => {
      answer = () => new Response("bad gateway", { status });
      expect(await (await fetchPage(shell, page)).text()).toBe("/index.html of two");
    },
  );

  test("the page is the cached one without a network", async () => {
    away();
    expect(await (await fetchPage(shell, page)).text()).toBe("/index.html of two");
    const preloaded = Promise.reject(new TypeError("Failed to fetch"));
    expect(await (await fetchPage(shell, page, preloaded)).text()).toBe("/index.html of two");
  });

  test("the page is an error where nothing is cached", async () => {
    away();
    await kept.delete("shell-two");
    await expect(fetchPage(shell, page)).rejects.toThrow("Failed to fetch");
  });

  test.each([
    ["/", true],
    ["/login", true],
    ["/profile/mira/bubbles", true],
    ["/profile/jane.doe", true],
    ["/user-guide.pdf", false],
    ["/files/1/original/receipt", false],
  ])("the address %s is a page's: %s", (path, expected) => {
    expect(isPage(path)).toBe(expected);
  });
});

describe("files", () => {
  const fetchFile = async (request: Request) => {
    const alongside: Promise<void>[] = [];
    const response = await fetchShellFile(shell, request, (work) => alongside.push(work));
    await Promise.all(alongside);
    return response;
  };
  const script = (name: string) => new Request(`${origin}/assets/${name}`);

  test("files of this build are served from the cache, even after the server has another build", async () => {
    answer = () => new Response("gone", { status: 404 });
    expect(await (await fetchFile(script("index-2.js"))).text()).toBe("/assets/index-2.js of two");
    expect(asked).toEqual([]);
  });

  test("files that are not cached at once are fetched once", async () => {
    await fetchFile(script("bg-2.js"));
    away();
    expect(await (await fetchFile(script("bg-2.js"))).text()).toBe("/assets/bg-2.js of two");
    expect(asked).toEqual(["/assets/bg-2.js"]);
  });

  test("files that do not exist are not cached", async () => {
    answer = () => new Response("gone", { status: 404 });
    expect((await fetchFile(script("gone.js"))).status).toBe(404);
    answer = () => new Response("back");
    expect(await (await fetchFile(script("gone.js"))).text()).toBe("back");
  });
});

describe("a new build", () => {
  test("a new build is cached as a whole or not at all", async () => {
    answer = (path) => new Response("", { status: path === "/index.html" ? 200 : 404 });
    await expect(keepShell({ ...shell, version: "three" })).rejects.toThrow();
    expect([...(kept.stored.get("shell-three")?.keys() ?? [])]).toEqual([]);
  });

  test("a new build removes nothing of the previous one until it is in charge, then everything, and nothing of others", async () => {
    await kept.open("another-app");
    const three = { ...shell, version: "three" };
    await keepShell(three);
    expect(await kept.keys()).toEqual(["shell-two", "another-app", "shell-three"]);
    await forgetOtherShells(three);
    expect(await kept.keys()).toEqual(["another-app", "shell-three"]);
  });
});
