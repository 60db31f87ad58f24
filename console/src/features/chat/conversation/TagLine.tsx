import type { Ticket } from "@parley/contract/tickets";
import { usePhone } from "../../../ui/viewport.ts";
import { PriorityMark } from "../../tickets/priority/PriorityMark.tsx";
import { TagChips } from "../../tickets/tags/TagChips.tsx";

type Props = { ticket: Ticket; onChange: () => void };

/**
 * The priority and the tags below the chat's name. A click opens the dialog of tags for an agent who may change them.
 */
export function TagLine({ ticket, onChange }: Props) {
  if (!ticket.priority) return <Tags ticket={ticket} onChange={onChange} />;
  return (
    <span className="flex min-w-0 items-center gap-1.5">
      <PriorityMark priority={ticket.priority} />
      <Tags ticket={ticket} onChange={onChange} />
    </span>
  );
}

function Tags({ ticket: { tags, can }, onChange }: Props) {
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
