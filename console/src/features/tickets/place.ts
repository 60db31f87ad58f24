import { useNavigate, useSearchParams } from "react-router";
import { type Place, readPlace, workspacePath } from "../../paths.ts";

/** Where the agent is in the workspace, and how to go elsewhere in it. */
export function usePlace(): Place & { go: (place: Partial<Place>) => void } {
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const place = readPlace(search);
  return { ...place, go: (next) => void navigate(workspacePath({ ...place, ...next })) };
}
