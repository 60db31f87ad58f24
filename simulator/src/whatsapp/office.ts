// The data of businesses at the provider besides messages: profiles, templates in review, codes of the sign-up.
import { perNetwork } from "../per-network.ts";
import { overHttp } from "./hooks.ts";
import type { Reach } from "./state.ts";

export interface Template {
  id: string;
  wabaId: string;
  name: string;
  language: string;
  category: string;
  status: string;
  components: Record<string, unknown>[];
  rejectedReason: string;
}

export interface Profile {
  about?: string;
  address?: string;
  description?: string;
  email?: string;
  websites?: string[];
  picture?: Buffer;
}

export interface SignupCode {
  token: string;
  /** The expiry in milliseconds. */
  until: number;
  used: boolean;
}

export interface Office {
  templates: Map<string, Template>;
  /** Profiles by the number's id. */
  profiles: Map<string, Profile>;
  codes: Map<string, SignupCode>;
  /** Uploaded bytes by their handle. */
  uploads: Map<string, Buffer>;
  /** Upload sessions with their expected number of bytes. */
  sessions: Map<string, number>;
  /** Milliseconds from a template to its review; null when a test reviews. */
  reviewAfter: number | null;
  /** Calls an app's own address. */
  reach: Reach;
}

export const officeOf = perNetwork<Office>(() => ({
  templates: new Map(),
  profiles: new Map(),
  codes: new Map(),
  uploads: new Map(),
  sessions: new Map(),
  reviewAfter: 8_000,
  reach: overHttp,
}));
