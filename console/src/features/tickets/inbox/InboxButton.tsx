import { useQuery } from "@tanstack/react-query";
import { Bell } from "lucide-react";
import { Suspense, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { IconButton } from "../../../ui/IconButton.tsx";
import { preloadedPart } from "../../../ui/lazy-part.ts";
import { UnreadCount } from "../../../ui/UnreadCount.tsx";
import { inboxQuery } from "./cache.ts";

const InboxBox = preloadedPart(async () => (await import("./InboxBox.tsx")).InboxBox, "inbox", "reasons");

/** The header's button to the inbox, with the number of unseen lines. */
export function InboxButton() {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const frame = useRef<HTMLSpanElement>(null);
  const { data: inbox } = useQuery(inboxQuery);
  const count = inbox?.count ?? 0;
  const name = t("colleagues.inbox");
  return (
    <span ref={frame} className="grid">
      <IconButton
        label={count > 0 ? `${name}, ${t("colleagues.inboxUnread", { count })}` : name}
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        <Bell size={18} />
        {count > 0 && <UnreadCount count={count} className="absolute top-0 right-0" />}
      </IconButton>
      {open && (
        <Suspense>
          <InboxBox anchor={frame} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </span>
  );
}
