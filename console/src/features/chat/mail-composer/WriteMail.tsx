import { useQuery } from "@tanstack/react-query";
import { MailPlus } from "lucide-react";
import { Suspense, useState } from "react";
import { channelsQuery } from "../../../api/queries.ts";
import { IconButton } from "../../../ui/IconButton.tsx";
import { lazyPart } from "../../../ui/lazy-part.ts";
import { useStart } from "../../tickets/sending/start.ts";

const StartMail = lazyPart(
  async () => (await import("./StartMail.tsx")).StartMail,
  "mailComposer",
  "mail",
  "reasons",
);

type Props = { label: string; to?: string; onStarted: (ticketid: string) => void };

/** The button that begins a conversation by mail, where an account allows it. */
export function WriteMail({ label, to, onStarted }: Props) {
  // Counts the openings: a mail that is taken back while the dialog is open draws it anew.
  const [opened, setOpened] = useState(0);
  const [open, setOpen] = useState(false);
  // The button beside an address writes to that address alone.
  useStart(to === undefined ? "mail" : null, () => {
    setOpened((before) => before + 1);
    setOpen(true);
  });
  const { data = [] } = useQuery(channelsQuery);
  const accounts = data.filter(({ starts_by }) => starts_by === "mail");
  if (accounts.length === 0) return null;
  return (
    <>
      <IconButton label={label} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <MailPlus size={18} />
      </IconButton>
      {open && (
        <Suspense>
          <StartMail
            key={opened}
            accounts={accounts}
            {...(to && { to })}
            onClose={() => setOpen(false)}
            onStarted={(ticketid) => {
              setOpen(false);
              onStarted(ticketid);
            }}
          />
        </Suspense>
      )}
    </>
  );
}
