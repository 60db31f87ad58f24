import { useQuery } from "@tanstack/react-query";
import { Users } from "lucide-react";
import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { privateChatsQuery } from "../../../api/queries.ts";
import { IconButton } from "../../../ui/IconButton.tsx";
import { preloadedPart } from "../../../ui/lazy-part.ts";
import { UnreadCount } from "../../../ui/UnreadCount.tsx";
import { unreadInAll } from "../private-chat/counts.ts";

const ColleaguesDrawer = preloadedPart(async () => (await import("./ColleaguesDrawer.tsx")).ColleaguesDrawer);

/** The button to the colleagues where their list has no room. */
export function ColleaguesButton() {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const { data: counts } = useQuery(privateChatsQuery);
  const unread = unreadInAll(counts);
  const name = t("colleagues.title");
  return (
    <>
      <IconButton
        label={unread > 0 ? `${name}, ${t("colleagues.unread", { count: unread })}` : name}
        data-colleagues
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(true)}
      >
        <Users size={18} />
        {unread > 0 && <UnreadCount count={unread} className="absolute top-0 right-0" />}
      </IconButton>
      {open && (
        <Suspense>
          <ColleaguesDrawer onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
