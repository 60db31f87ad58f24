import { Menu } from "@base-ui/react/menu";
import type { Message } from "@parley/contract/messages";
import type { Ticket } from "@parley/contract/tickets";
import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { sendLimitsQuery } from "../../tickets/messages/send-limits.ts";
import { useReact } from "./reactions.ts";

type Props = { ticket: Ticket; message: Message };

const quick = 6;
const cell =
  "grid size-9 cursor-default place-items-center rounded-chip text-lg [font-variant-emoji:emoji] leading-none outline-none data-highlighted:bg-raised-2 aria-checked:bg-raised-2 aria-checked:ring-1 aria-checked:ring-accent-text max-phone:size-11";

/** The emoji that the channel accepts, a few at first. Choosing the present one again removes it. */
export function ReactionItems({ ticket, message }: Props) {
  const { t } = useTranslation();
  const [all, setAll] = useState(false);
  const { data } = useQuery(sendLimitsQuery(ticket));
  const reactions = data?.reactions ?? [];
  const react = useReact();
  const own = message.agent_reaction;
  const first = own && !reactions.slice(0, quick).includes(own) ? [own, ...reactions] : reactions;
  const shown = all ? reactions : [...new Set(first)].slice(0, quick);
  return (
    <Menu.Group
      aria-label={t("reactions.title")}
      className="grid max-h-56 max-w-70 p-0.5 grid-cols-[repeat(7,auto)] overflow-y-auto max-phone:max-w-84"
    >
      {shown.map((emoji) => (
        <Menu.CheckboxItem
          key={emoji}
          checked={emoji === own}
          closeOnClick
          aria-label={t(emoji === own ? "reactions.takeBack" : "reactions.give", { emoji })}
          onClick={() => react.mutate({ message, reaction: emoji === own ? null : emoji })}
          className={cell}
        >
          {emoji}
        </Menu.CheckboxItem>
      ))}
      {!all && reactions.length > quick && (
        <Menu.CheckboxItem
          checked={false}
          closeOnClick={false}
          aria-label={t("reactions.more")}
          onClick={() => setAll(true)}
          className={cell}
        >
          <Plus size={16} aria-hidden="true" />
        </Menu.CheckboxItem>
      )}
    </Menu.Group>
  );
}
