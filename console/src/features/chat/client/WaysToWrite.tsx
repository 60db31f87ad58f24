import type { PanelIdentity, TicketClient } from "@parley/contract/client-panel";
import type { Ticket } from "@parley/contract/tickets";
import { useQuery } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { channelsQuery } from "../../../api/queries.ts";
import { Button } from "../../../ui/Button.tsx";
import { lazyPart } from "../../../ui/lazy-part.ts";
import { PanelSection } from "../../../ui/PanelSection.tsx";
import { reasonText } from "../../../ui/reason-text.ts";
import { usePlatformName } from "../../channels/name.ts";
import { PlatformBadge } from "../../channels/PlatformBadge.tsx";
import { channelLooks } from "../../channels/registry.ts";
import { usePlace } from "../../tickets/list/place.ts";
import { WriteMail } from "../mail-composer/WriteMail.tsx";

const WriteDialog = lazyPart(async () => (await import("./WriteDialog.tsx")).WriteDialog, "reasons");
const StartDialog = lazyPart(
  async () => (await import("../../tickets/templates/StartDialog.tsx")).StartDialog,
  "templates",
  "reasons",
);

type Props = { client: TicketClient; ticket: Ticket; onLeave: (() => void) | undefined };

/** The client's identities, each with what writes to it or the reason why it cannot be written to. */
export function WaysToWrite({ client, ticket, onLeave }: Props) {
  const { t } = useTranslation();
  return (
    <PanelSection title={t("client.reach")}>
      <ul className="grid gap-2">
        {client.identities.map((identity) => (
          <li key={`${identity.channelid} ${identity.external_id}`} className="text-s">
            <Identity {...{ identity, client, ticket, onLeave }} />
          </li>
        ))}
      </ul>
    </PanelSection>
  );
}

function Identity({ identity, ...rest }: Props & { identity: PanelIdentity }) {
  const { t } = useTranslation();
  const platformName = usePlatformName();
  const { platform, channel_name, external_id, username, write } = identity;
  const look = channelLooks[platform];
  const known = (look.clientId ?? String)(external_id);
  const name = username ? (look.plainUsernames ? username : `@${username}`) : (known ?? channel_name);
  return (
    <>
      <div className="flex min-h-8 items-center gap-3">
        <span className="relative size-4 shrink-0">
          <PlatformBadge platform={platform} />
        </span>
        <span className="min-w-0 flex-1">
          <span className="block truncate font-semibold" title={name}>
            {name}
          </span>
          <span className="block truncate text-xs text-text-3">
            {platformName(platform)} · {channel_name}
          </span>
        </span>
        <Write identity={identity} {...rest} />
      </div>
      {write.by === "nothing" && rest.client.edits && (
        <p className="mt-0.5 pl-7 text-xs text-text-3">{reasonText(t, write.why)}</p>
      )}
    </>
  );
}

function Write({ identity, client, ticket, onLeave }: Props & { identity: PanelIdentity }) {
  const { t } = useTranslation();
  const { go } = usePlace();
  const [open, setOpen] = useState(false);
  const { data: channels = [] } = useQuery(channelsQuery);
  const { channelid, channel_name, external_id, write } = identity;
  const show = (ticketid: string) => {
    setOpen(false);
    onLeave?.();
    go({ ticket: ticketid.slice(0, 8), view: "pending" });
  };
  if (write.by === "nothing") return null;
  if (write.by === "mail")
    return <WriteMail label={t("client.writeTo", { name: external_id })} to={external_id} onStarted={show} />;
  if (write.by === "ticket")
    return write.ticketid === ticket.ticketid ? (
      <span className="shrink-0 text-xs text-text-3">{t("client.here")}</span>
    ) : (
      <Button size="small" onClick={() => show(write.ticketid)}>
        {t("client.open")}
      </Button>
    );
  const account = channels.find((one) => one.channelid === channelid);
  return (
    <>
      <Button
        size="small"
        aria-haspopup="dialog"
        aria-label={t("client.writeOver", { channel: channel_name })}
        onClick={() => setOpen(true)}
      >
        {t("client.write")}
      </Button>
      <Suspense>
        {open && write.by === "text" && (
          <WriteDialog {...{ client, identity }} onStarted={show} onClose={() => setOpen(false)} />
        )}
        {open && write.by === "template" && account && (
          <StartDialog
            accounts={[account]}
            {...(write.to && { number: write.to })}
            onStarted={show}
            onClose={() => setOpen(false)}
          />
        )}
      </Suspense>
    </>
  );
}
