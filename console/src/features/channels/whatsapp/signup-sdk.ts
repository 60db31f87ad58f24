/**
 * The provider's sign-up (developers.facebook.com, WhatsApp embedded signup): its script opens a window, which reports
 * the number in a message and answers the login with a code. Either may come first.
 */
import type { WhatsappSignup } from "@parley/contract/whatsapp";

export type Business = { phone_number_id?: string; waba_id: string; business_id?: string };
type Login = { authResponse?: { code?: string } | null };
type Sdk = {
  init(options: object): void;
  login(answered: (login: Login) => void, options: object): void;
};

/** The window was closed before the end, or did not name a business. */
export class Cancelled extends Error {
  constructor() {
    super("The sign-up was cancelled");
    this.name = "Cancelled";
  }
}

/** Milliseconds from the code to the window's message. */
const messageWithin = 20_000;

declare global {
  interface Window {
    FB?: Sdk;
  }
}

/** Rejects when the script cannot be loaded. */
export function loadSdk({ sdk_url, app_id, version }: WhatsappSignup): Promise<Sdk> {
  return new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = sdk_url;
    script.async = true;
    script.crossOrigin = "anonymous";
    script.onerror = () => reject(new Error("The provider's script was not loaded"));
    script.onload = () => {
      const sdk = window.FB;
      if (!sdk) return reject(new Error("The provider's script has no FB"));
      sdk.init({ appId: app_id, autoLogAppEvents: true, xfbml: true, version });
      resolve(sdk);
    };
    document.head.append(script);
  });
}

/**
 * Call it from a click: the provider's window opens at once. The code is valid for thirty seconds, so `exchange` gets
 * it immediately.
 */
export async function signUp(
  sdk: Sdk,
  { config_id, sdk_url }: WhatsappSignup,
  exchange: (code: string) => Promise<unknown>,
): Promise<Business> {
  const business = Promise.withResolvers<Business>();
  const code = Promise.withResolvers<string>();
  const listen = ({ origin, data }: MessageEvent) => {
    if (!isProviders(origin, sdk_url)) return;
    const said = readMessage(data);
    if (said === "cancelled") business.reject(new Cancelled());
    else if (said) business.resolve(said);
  };
  window.addEventListener("message", listen);
  sdk.login(
    ({ authResponse }) => {
      if (authResponse?.code) code.resolve(authResponse.code);
      else code.reject(new Cancelled());
    },
    {
      config_id,
      response_type: "code",
      override_default_response_type: true,
      extras: { setup: {}, featureType: "", sessionInfoVersion: "3" },
    },
  );
  let late: ReturnType<typeof setTimeout> | undefined;
  try {
    await exchange(await Promise.race([code.promise, failureOf(business.promise)]));
    late = setTimeout(() => business.reject(new Cancelled()), messageWithin);
    return await business.promise;
  } finally {
    clearTimeout(late);
    window.removeEventListener("message", listen);
  }
}

/** Rejects as the promise does, and never resolves. */
const failureOf = (promise: Promise<unknown>) =>
  new Promise<never>((_resolve, reject) => {
    promise.catch(reject);
  });

function isProviders(origin: string, sdkUrl: string): boolean {
  if (origin === new URL(sdkUrl).origin) return true;
  if (!URL.canParse(origin)) return false;
  const { protocol, hostname } = new URL(origin);
  return protocol === "https:" && (hostname === "facebook.com" || hostname.endsWith(".facebook.com"));
}

/** Null for messages of other kinds, which the script exchanges with its window too. */
export function readMessage(data: unknown): Business | "cancelled" | null {
  if (typeof data !== "string") return null;
  let message: { type?: unknown; event?: unknown; data?: Record<string, unknown> } | null;
  try {
    message = JSON.parse(data);
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
  if (message?.type !== "WA_EMBEDDED_SIGNUP") return null;
  if (!String(message.event).startsWith("FINISH")) return "cancelled";
  const { phone_number_id, waba_id, business_id } = message.data ?? {};
  if (!waba_id) return "cancelled";
  return {
    waba_id: String(waba_id),
    ...(phone_number_id ? { phone_number_id: String(phone_number_id) } : {}),
    ...(business_id ? { business_id: String(business_id) } : {}),
  };
}
