import { Bot } from "lucide-react";
import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { IconButton } from "../../ui/IconButton.tsx";
import { lazyPart } from "../../ui/lazy-part.ts";

const WhyDialog = lazyPart(async () => (await import("../automatic/WhyDialog.tsx")).WhyDialog, "automatic");

/** Opens what was sent by itself in a conversation, and why the rest was not. */
export function AutomaticButton({ ticketid }: { ticketid: string }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  return (
    <>
      <IconButton label={t("chat.automatic")} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <Bot size={18} />
      </IconButton>
      {open && (
        <Suspense>
          <WhyDialog ticketid={ticketid} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
