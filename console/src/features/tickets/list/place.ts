import { useNavigate, useSearchParams } from "react-router";
import { type Place, readPlace, workspacePath } from "../../../paths.ts";

/** The agent's location in the workspace (ticket, list, private chat) and a function to change it. */
export function usePlace(): Place & { go: (place: Partial<Place>) => void } {
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const place = readPlace(search);
  return { ...place, go: (next) => void navigate(workspacePath({ ...place, ...next })) };
}
