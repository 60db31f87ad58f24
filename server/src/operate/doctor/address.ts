/** Checks that clients and providers reach Parley at its public address. */
import { isIP } from "node:net";
import type { Config } from "../../floor/config/config.ts";
import { attention, type Finding, fault, ok, reasonOf } from "./finding.ts";

const about = "Address";

export async function checkAddress(config: Config, runs: boolean): Promise<Finding[]> {
  return [
    checkKind(config.publicUrl),
    ...checkProxy(config),
    ...(runs ? [await callPublicUrl(config.publicUrl)] : []),
  ];
}

function checkKind(publicUrl: string): Finding {
  const { protocol, hostname } = new URL(publicUrl);
  if (/^(localhost|.*\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname)) {
    const mend = "For people elsewhere set PUBLIC_URL to the https address they open.";
    return attention(about, `${publicUrl} is for this machine only`, mend);
  }
  if (protocol === "https:") return ok(about, publicUrl);
  const mend =
    "Put a proxy with a certificate (Caddy, nginx) in front and set PUBLIC_URL to https://…: " +
    "passwords travel in the open, and providers that call need https.";
  return attention(about, `${publicUrl} is not encrypted`, mend);
}

function checkProxy({ publicUrl, trustProxy }: Config): Finding[] {
  if (!publicUrl.startsWith("https:") || trustProxy.length > 0) return [];
  const mend = "Set TRUST_PROXY to the address of the proxy that has the certificate, such as loopback.";
  return [attention("Proxy", "all calls seem to come from the proxy's address, and share its limits", mend)];
}

async function callPublicUrl(publicUrl: string): Promise<Finding> {
  const { hostname } = new URL(publicUrl);
  try {
    const answer = await fetch(`${publicUrl}/healthz`, {
      signal: AbortSignal.timeout(8_000),
      redirect: "manual",
    });
    const said: unknown = answer.ok ? await answer.json() : null;
    if (said !== null && typeof said === "object" && "status" in said)
      return ok(about, "Parley answers there");
    const mend = "Let the proxy hand everything below PUBLIC_URL to Parley's PORT, unchanged.";
    return fault(about, `something else answers at ${publicUrl} (status ${answer.status})`, mend);
  } catch (error) {
    const { cause = error } = error as Error;
    const reason = reasonOf(cause);
    if (/CERT|certificate|SELF_SIGNED/i.test(reason)) {
      return fault(
        about,
        `its certificate is not accepted (${reason})`,
        "Renew the certificate, with its whole chain.",
      );
    }
    const elsewhere = isIP(hostname) ? "" : ` that ${hostname} leads here`;
    const mend = `Check the proxy,${elsewhere || " the address"}, and the firewall. Some networks cannot reach their own public address; then try from outside.`;
    return attention(about, `Parley runs, and ${publicUrl} cannot be reached from here (${reason})`, mend);
  }
}
