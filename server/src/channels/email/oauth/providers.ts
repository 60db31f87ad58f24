/**
 * Providers whose mailboxes are opened by OAuth 2: developers.google.com/workspace/gmail/imap/xoauth2-protocol and
 * learn.microsoft.com/exchange/client-developer/legacy-protocols/how-to-authenticate-an-imap-pop-smtp-application-by-using-oauth.
 */
import type { Config } from "../../../floor/config/config.ts";
import { settingsOf } from "../../seam/module.ts";
import type { MailServer } from "../account/credentials.ts";
import { mailSettings } from "../account/settings.ts";

export const oauthProviders = ["google", "microsoft"] as const;
export type OauthProvider = (typeof oauthProviders)[number];

export type OauthEndpoint = {
  /** The provider's name as it writes it. */
  name: string;
  authorize: string;
  token: string;
  scope: string;
  /** Further parameters for its consent page. */
  ask: Record<string, string>;
  clientId: string | undefined;
  clientSecret: string | undefined;
  /** The settings that are missing; empty where signing in is set up. */
  missing: string[];
  imap: Omit<MailServer, "user">;
  smtp: Omit<MailServer, "user">;
};

type Settings = Pick<Config, "channelSettings">;

export function endpointOf(config: Settings, provider: OauthProvider): OauthEndpoint {
  const settings = settingsOf(config, mailSettings);
  return provider === "google" ? google(settings) : microsoft(settings);
}

type Given = ReturnType<typeof settingsOf<typeof mailSettings>>;

function google(settings: Given): OauthEndpoint {
  const { GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET, GOOGLE_OAUTH_URL: other } = settings;
  return {
    name: "Google",
    authorize: `${other ?? "https://accounts.google.com"}/o/oauth2/v2/auth`,
    token: `${other ?? "https://oauth2.googleapis.com"}/token`,
    scope: "https://mail.google.com/ openid email",
    // Without both, Google issues a refresh token only at the first consent.
    ask: { access_type: "offline", prompt: "consent" },
    clientId: GOOGLE_CLIENT_ID,
    clientSecret: GOOGLE_CLIENT_SECRET,
    missing: missing({ GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET }),
    imap: serverOf(settings.GOOGLE_IMAP_URL),
    smtp: serverOf(settings.GOOGLE_SMTP_URL),
  };
}

function microsoft(settings: Given): OauthEndpoint {
  const { MICROSOFT_CLIENT_ID, MICROSOFT_CLIENT_SECRET } = settings;
  const base = `${settings.MICROSOFT_OAUTH_URL}/${settings.MICROSOFT_TENANT}/oauth2/v2.0`;
  const outlook = "https://outlook.office.com";
  return {
    name: "Microsoft",
    authorize: `${base}/authorize`,
    token: `${base}/token`,
    scope: `offline_access openid email ${outlook}/IMAP.AccessAsUser.All ${outlook}/SMTP.Send`,
    ask: { prompt: "select_account" },
    clientId: MICROSOFT_CLIENT_ID,
    clientSecret: MICROSOFT_CLIENT_SECRET,
    missing: missing({ MICROSOFT_CLIENT_ID, MICROSOFT_CLIENT_SECRET }),
    imap: serverOf(settings.MICROSOFT_IMAP_URL),
    smtp: serverOf(settings.MICROSOFT_SMTP_URL),
  };
}

const missing = (settings: Record<string, string | undefined>): string[] =>
  Object.keys(settings).filter((name) => !settings[name]);

const ports: Record<string, number> = { "imap:": 143, "imaps:": 993, "smtp:": 587, "smtps:": 465 };

function serverOf(url: string): Omit<MailServer, "user"> {
  const { protocol, hostname: host, port } = new URL(url);
  return { host, port: Number(port) || (ports[protocol] ?? 0), secure: protocol.endsWith("s:") };
}
