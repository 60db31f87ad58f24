import type { Ticket } from "@parley/contract/tickets";
import { usePhone } from "../../../ui/viewport.ts";
import { TagChips } from "../../tickets/tags/TagChips.tsx";

type Props = { ticket: Ticket; onChange: () => void };

/** The tags below the chat's name. Who may change them opens their dialog with it. */
export function TagLine({ ticket: { tags, can }, onChange }: Props) {
  const phone = usePhone();
  const chips = <TagChips ids={tags} letters={phone ? 24 : 38} className="py-0.5" />;
  if (!tags || !can.close) return chips;
  return (
    <button
      type="button"
      onClick={onChange}
      className="relative flex max-w-full rounded-chip max-phone:before:absolute max-phone:before:-inset-y-2 max-phone:before:inset-x-0"
    >
      {chips}
    </button>
  );
}
