/** Pages of a shop on their own origin, as the widget finds them in the world. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

type HostPage = { html?: string; headers?: Record<string, string>; attributes?: string };

/** @returns the origin; every path answers with the page. `localhost` is another site than the desk's `127.0.0.1`. */
export async function startHostPage(
  script: string,
  { html = "", headers = {}, attributes = "" }: HostPage = {},
) {
  const page = `<!doctype html><html ${attributes}><head><title>Shop</title></head>
    <body><h1>Shop</h1><p>Suitcases</p>${html}${script}</body></html>`;
  const server = createServer((_, response) => {
    response.writeHead(200, { "content-type": "text/html; charset=utf-8", ...headers });
    response.end(page);
  });
  await new Promise<void>((resolve) => server.listen(0, "localhost", resolve));
  return {
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    stop: () => {
      server.closeAllConnections();
      return new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
