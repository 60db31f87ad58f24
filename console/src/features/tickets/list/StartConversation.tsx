import { useQuery } from "@tanstack/react-query";
import { MessageSquarePlus } from "lucide-react";
import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { channelsQuery } from "../../../api/queries.ts";
import { IconButton } from "../../../ui/IconButton.tsx";
import { preloadedPart } from "../../../ui/lazy-part.ts";
import { useStart } from "../sending/start.ts";
import { usePlace } from "./place.ts";

const StartDialog = preloadedPart(
  async () => (await import("../templates/StartDialog.tsx")).StartDialog,
  "templates",
);

/** The button to write first, where an account allows it. */
export function StartConversation() {
  const { t } = useTranslation();
  const { go } = usePlace();
  const [open, setOpen] = useState(false);
  useStart("template", () => setOpen(true));
  const { data = [] } = useQuery(channelsQuery);
  const accounts = data.filter(({ starts_by }) => starts_by === "template");
  if (accounts.length === 0) return null;
  return (
    <>
      <IconButton label={t("tickets.start")} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <MessageSquarePlus size={18} />
      </IconButton>
      {open && (
        <Suspense>
          <StartDialog
            accounts={accounts}
            onClose={() => setOpen(false)}
            onStarted={(ticketid) => {
              setOpen(false);
              go({ ticket: ticketid });
            }}
          />
        </Suspense>
      )}
    </>
  );
}
