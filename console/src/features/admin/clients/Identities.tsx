import { abilitiesOf } from "@parley/contract/abilities";
import type { ClientProfile } from "@parley/contract/client-profiles";
import type { Platform } from "@parley/contract/values";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Undo2 } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { call } from "../../../api/client.ts";
import { workspacePath } from "../../../paths.ts";
import { Button } from "../../../ui/Button.tsx";
import { showDateTime } from "../../../ui/time.ts";
import { toast } from "../../../ui/toast.ts";
import { usePlatformName } from "../../channels/name.ts";
import { PlatformBadge } from "../../channels/PlatformBadge.tsx";
import { channelLooks } from "../../channels/registry.ts";
import { WriteMail } from "../../chat/mail-composer/WriteMail.tsx";
import { failureText } from "../../session/failure-text.ts";
import { useProfile } from "../../session/viewer.ts";
import { isAddress } from "../../tickets/mail-head/addresses.ts";
import { refreshClients } from "../client-queries.ts";

const idOf = (platform: Platform, externalId: string) =>
  (channelLooks[platform].clientId ?? String)(externalId);

/** A client's identities, and the clients who were merged into them. */
export function Identities({ client }: { client: ClientProfile["client"] }) {
  const { t } = useTranslation();
  const platformName = usePlatformName();
  const { role } = useProfile();
  const navigate = useNavigate();
  const cache = useQueryClient();
  const { mutate: undo, isPending } = useMutation({
    mutationFn: (mergeid: string) => call("unmergeClients", { params: { id: mergeid } }),
    onSuccess: () => refreshClients(cache),
    onError: (error) => toast(t("clients.unmergeFailed", { reason: failureText(error, t) }), "danger"),
  });
  return (
    <section aria-label={t("clients.identities")} className="rounded-card border border-line bg-pane p-5">
      <h2 className="mb-2 font-semibold">{t("clients.identities")}</h2>
      <ul className="grid gap-1">
        {client.identities.map(({ platform, channel_name, external_id, username, created_on }) => (
          <li
            key={`${platform} ${channel_name} ${external_id}`}
            className="flex items-center gap-4 py-1.5 text-s"
          >
            <span className="relative size-4 shrink-0">
              <PlatformBadge platform={platform} />
            </span>
            <span className="min-w-0 flex-1">
              <span className="block truncate font-semibold">
                {username ? `@${username}` : (idOf(platform, external_id) ?? channel_name)}
              </span>
              <span className="block truncate text-xs text-text-3">
                {platformName(platform)} · {channel_name}
              </span>
            </span>
            {isAddress(external_id) && (
              <WriteMail
                label={t("clients.writeMail", { address: external_id })}
                to={external_id}
                onStarted={(ticket) => void navigate(workspacePath({ ticket }))}
              />
            )}
            <time className="shrink-0 text-xs text-text-3 tabular-nums">{showDateTime(created_on)}</time>
          </li>
        ))}
      </ul>
      {client.merged.length > 0 && (
        <>
          <h3 className="mt-4 mb-1 text-s font-semibold text-text-2">{t("clients.merged")}</h3>
          <ul className="grid gap-1">
            {client.merged.map(({ mergeid, client_name, short_id, merged_on }) => (
              <li key={mergeid} className="flex items-center gap-3 py-1.5 text-s">
                <span className="min-w-0 flex-1">
                  <span className="block truncate font-semibold">{client_name}</span>
                  <span className="block text-xs text-text-3">
                    <span className="font-mono">{short_id}</span> · {showDateTime(merged_on)}
                  </span>
                </span>
                {abilitiesOf(role).has("manageClients") && (
                  <Button
                    size="small"
                    icon={<Undo2 size={14} />}
                    disabled={isPending}
                    onClick={() => undo(mergeid)}
                  >
                    {t("clients.unmerge")}
                  </Button>
                )}
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}
