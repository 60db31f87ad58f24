import { platforms } from "@parley/contract/platforms";
import type { Platform } from "@parley/contract/values";
import { useLocation, useNavigate } from "react-router";

/**
 * A place among the communication services is a part of the address, so that Back leads back and a reload stays: all
 * accounts, those of a platform, one account, or a view of these, such as its templates.
 */
export type Place = {
  service?: Platform | undefined;
  account?: string | undefined;
  view?: string | undefined;
};

/** Navigation state: the place that a link stands on, and an account that was connected just now. */
type PlaceState = { from?: Place; connected?: string } | null;

export function readPlace(search: string): Place {
  const given = new URLSearchParams(search);
  return {
    service: platforms.find((platform) => platform === given.get("service")),
    account: given.get("account") ?? undefined,
    view: given.get("view") ?? undefined,
  };
}

export function searchOf(place: Place): string {
  const named = Object.entries(place).filter(([, value]) => value !== undefined);
  const search = new URLSearchParams(named as [string, string][]).toString();
  return search && `?${search}`;
}

export function usePlace() {
  const { pathname, search, hash, state } = useLocation();
  const navigate = useNavigate();
  const { from, connected } = (state as PlaceState) ?? {};
  const given = new URLSearchParams(search);
  const addressOf = (place: Place) => ({ pathname, search: searchOf(place), hash });
  return {
    place: readPlace(search),
    from,
    /** True where a sign-in at a provider failed, which led back here. */
    failed: given.has("failed"),
    /** The account that such a sign-in has connected. */
    signedIn: given.get("connected"),
    /** The account to mark. */
    connected,
    addressOf,
    go: (place: Place, options: { replace?: boolean; state?: PlaceState } = {}) =>
      void navigate(addressOf(place), options),
  };
}
