import { type Actor, rightsOf } from "@parley/contract/permissions";
import type { Profile } from "@parley/contract/sessions";
import { createContext, use } from "react";

/** The signed-in agent, for everything below the workspace. */
export const ViewerContext = createContext<Profile | null>(null);

export function useProfile(): Profile {
  const profile = use(ViewerContext);
  if (!profile) throw new Error("This is shown to signed-in agents only");
  return profile;
}

/** The same agent in the form of the contract's rules. */
export function useViewer(): Actor {
  return actorOf(useProfile());
}

export function actorOf(profile: Pick<Profile, "userid" | "role" | "departmentids">): Actor {
  return { id: profile.userid, ...rightsOf(profile) };
}
