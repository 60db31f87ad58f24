import { type Reason, reasonOf } from "@parley/contract/reasons";

/** The reason why no connection was made, by the system's error code; other codes are named as they are. */
export function unreachable(provider: string, code: string | undefined): Reason {
  switch (code) {
    case undefined:
    case "":
      return reasonOf("unreachable", { provider });
    case "ENOTFOUND":
    case "EDNS":
      return reasonOf("host_unknown", { provider });
    case "ECONNREFUSED":
      return reasonOf("connection_refused", { provider });
    default:
      return reasonOf("unreachable_error", { provider, error: code });
  }
}
