/** The security headers of every answer, and access to metrics and the list of calls. */
import type { Stage } from "../stage.ts";
import type { Trial } from "../trial.ts";
import { type Answer, openVisitor } from "../visitor.ts";

export async function headers(stage: Stage, trial: Trial): Promise<void> {
  const agent = stage.as("mira");
  const answers: [string, Answer][] = [];
  for (const path of [
    "/",
    "/sign-in",
    "/auth/validate",
    "/tickets",
    "/auth/profile",
    "/nowhere",
    "/auth/sessions",
  ])
    answers.push([
      `GET ${path}`,
      await agent.get(path, path === "/" || path === "/sign-in" ? { accept: "text/html" } : {}),
    ]);
  answers.push([
    "POST /auth/login",
    await stage.visitor().post("/auth/login", { email: "a@b.example", password: "x" }),
  ]);
  for (const [what, { headers: summary }] of answers) {
    const policy = String(summary["content-security-policy"] ?? "");
    const lacks = (name: string, is: boolean) =>
      trial.note(is ? null : `${what}: ${name} is ${String(summary[name])}`);
    lacks(
      "content-security-policy",
      /default-src 'self'/.test(policy) && /frame-ancestors 'none'/.test(policy),
    );
    lacks("content-security-policy", !/unsafe|\*/.test(policy));
    lacks("x-content-type-options", summary["x-content-type-options"] === "nosniff");
    lacks("referrer-policy", summary["referrer-policy"] === "same-origin");
    lacks("x-powered-by", summary["x-powered-by"] === undefined && summary.server === undefined);
    lacks("access-control-allow-origin", summary["access-control-allow-origin"] === undefined);
    const isPage = String(summary["content-type"]).startsWith("text/html");
    if (!isPage) lacks("cache-control", /no-store/.test(String(summary["cache-control"])));
  }
}

/** The process behind https accepts nothing over http, and tells browsers to use https only. */
export async function https(stage: Stage, trial: Trial): Promise<void> {
  const { url, origin } = stage.https;
  const visitor = openVisitor(url, { from: "127.0.0.1" });
  const host = new URL(origin).host;
  const login = { email: "a@b.example", password: "x" };
  for (const from of [origin.replace("https:", "http:"), url, "http://127.0.0.1", "null"]) {
    const answer = await visitor.post("/auth/login", login, {
      host,
      origin: from,
      "x-forwarded-proto": "http",
    });
    trial.refused(`POST /auth/login from ${from}`, answer, [403]);
  }
  const { headers: summary } = await visitor.get("/auth/validate", { host, origin });
  const hsts = String(summary["strict-transport-security"] ?? "");
  trial.note(/max-age=\d{7,}/.test(hsts) ? null : `Strict-Transport-Security is ${hsts}`);
  trial.note(/includeSubDomains/i.test(hsts) ? `Strict-Transport-Security is ${hsts}` : null);
  visitor.close();
}

/** Metrics and the list of calls are not public. */
export async function figures(stage: Stage, trial: Trial): Promise<void> {
  const stranger = stage.visitor();
  const forwarded = openVisitor(stage.https.url);
  const ways: Record<string, string>[] = [
    { "x-forwarded-for": "203.0.113.9" },
    { forwarded: "for=203.0.113.9" },
    { "x-real-ip": "203.0.113.9" },
    { authorization: "Bearer wrong" },
    { authorization: "Basic cGFybGV5OnBhcmxleQ==" },
  ];
  for (const path of [
    "/metrics",
    "/openapi.json",
    "/metrics/",
    "//metrics",
    "/metrics?token=x",
    "/%6detrics",
  ]) {
    for (const headers of ways) {
      const said = JSON.stringify(headers);
      trial.refused(`GET ${path} with ${said}`, await stranger.get(path, headers), [401, 403, 404]);
      trial.refused(
        `GET ${path} by the proxy with ${said}`,
        await forwarded.get(path, headers),
        [401, 403, 404],
      );
    }
  }
  forwarded.close();
}
