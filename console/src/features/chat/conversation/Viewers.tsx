import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { Avatar } from "../../../ui/Avatar.tsx";
import { usePhone } from "../../../ui/viewport.ts";
import { forgetViewers, useOtherViewers } from "../../tickets/messages/viewers.ts";

const rings = { reply: "ring-2 ring-accent-text", note: "ring-2 ring-note" };

/**
 * The colleagues who have the ticket on screen. A ring around one who writes has the colour of a note or of a reply.
 */
export function Viewers({ ticketid }: { ticketid: string }) {
  const { t } = useTranslation();
  const phone = usePhone();
  const { others, total } = useOtherViewers(ticketid);
  useEffect(() => () => forgetViewers(ticketid), [ticketid]);
  const shown = others.slice(0, phone ? 1 : 3);
  const rest = total - shown.length;
  const unnamed = total - others.length;
  const names = others.map(({ user_name }) => user_name).join(", ") + (unnamed > 0 ? ` +${unnamed}` : "");
  const text = total > 0 ? t("chat.alsoHere", { names }) : "";
  return (
    <>
      <span role="status" className="sr-only">
        {text}
      </span>
      {total > 0 && (
        <span
          aria-hidden="true"
          title={text}
          className="flex shrink-0 items-center -space-x-2 max-phone:mx-1"
        >
          {shown.map(({ userid, user_name, writes }) => (
            <span key={userid} className={`rounded-full bg-pane ${writes ? rings[writes] : ""}`}>
              <Avatar name={user_name} size={28} />
            </span>
          ))}
          {rest > 0 && (
            <span className="grid h-7 min-w-7 place-items-center rounded-full bg-raised-2 px-1 text-xs font-semibold text-text-2 tabular-nums ring-1 ring-line ring-inset">
              +{rest}
            </span>
          )}
        </span>
      )}
    </>
  );
}
