import { Agent, request } from "node:http";

/** One kept-open connection per call under way, as providers and browsers do. */
const agent = new Agent({ keepAlive: true, maxSockets: 2_000 });

/** The status, once the whole answer has arrived. */
export function post(url: string, body: object, headers: Record<string, string> = {}): Promise<number> {
  return send("POST", url, JSON.stringify(body), { "content-type": "application/json", ...headers });
}

export const get = (url: string, headers: Record<string, string> = {}): Promise<number> =>
  send("GET", url, "", headers);

function send(method: string, url: string, body: string, headers: Record<string, string>): Promise<number> {
  return new Promise((resolve, reject) => {
    const call = request(
      url,
      { method, agent, headers: { ...headers, "content-length": Buffer.byteLength(body) } },
      (answer) => {
        answer.resume();
        answer.once("end", () => resolve(answer.statusCode ?? 0));
        answer.once("error", reject);
      },
    );
    call.once("error", reject);
    call.end(body);
  });
}
