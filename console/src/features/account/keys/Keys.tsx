import type { Key, MadeKey } from "@parley/contract/keys";
import { useQuery } from "@tanstack/react-query";
import { CloudOff, Plus } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../../ui/Button.tsx";
import { Card } from "../../../ui/Card.tsx";
import { Skeleton } from "../../../ui/Skeleton.tsx";
import { PaneState } from "../../../ui/States.tsx";
import { useProfile } from "../../session/viewer.ts";
import { AskOnce } from "./AskOnce.tsx";
import { EditKey } from "./EditKey.tsx";
import { KeyRow } from "./KeyRow.tsx";
import { keysQuery, useKeySettings } from "./key-settings.ts";
import { ShownOnce } from "./ShownOnce.tsx";

type Asked =
  | { what: "edit" | "rotate" | "end"; key: Key }
  | { what: "new" }
  | { what: "made"; made: MadeKey };

/** The keys with which programs call: made, changed, rotated and ended. `own`: the agent's alone, in their profile. */
export function Keys({ own = false }: { own?: boolean }) {
  const { t } = useTranslation();
  const { userid } = useProfile();
  const { data, refetch, isPending } = useQuery(keysQuery);
  const { rotate, end } = useKeySettings();
  const [asked, setAsked] = useState<Asked | null>(null);
  const leave = () => setAsked(null);
  const show = (made: MadeKey) => setAsked({ what: "made", made });
  if (isPending) return <Skeleton className="h-72 rounded-card" />;
  if (!data)
    return (
      <PaneState alert icon={<CloudOff />} title={t("integrations.loadFailed")}>
        <Button onClick={() => refetch()}>{t("common.retry")}</Button>
      </PaneState>
    );
  const keys = own ? data.keys.filter(({ agent }) => agent?.userid === userid) : data.keys;
  const now = (key: Key) => data.keys.find(({ keyid }) => keyid === key.keyid) ?? key;
  const make = (
    <Button
      {...(!own && { look: "primary" as const })}
      icon={<Plus size={16} />}
      onClick={() => setAsked({ what: "new" })}
    >
      {t("integrations.new")}
    </Button>
  );
  return (
    <Frame own={own} action={make}>
      {keys.length === 0 && <p className="text-s text-text-2">{t("integrations.none")}</p>}
      <ul className="grid divide-y divide-line rounded-card border border-line empty:hidden">
        {keys.map((key) => (
          <KeyRow key={key.keyid} item={key} onAsk={(what) => setAsked({ what, key })} />
        ))}
      </ul>
      {asked?.what === "new" && <EditKey ownOnly={own} onClose={leave} onMade={show} />}
      {asked?.what === "edit" && <EditKey item={now(asked.key)} onClose={leave} onMade={show} />}
      {asked?.what === "made" && <ShownOnce made={asked.made} address={data.address} onClose={leave} />}
      {asked?.what === "rotate" && (
        <AskOnce
          title={t("integrations.rotateTitle", { name: asked.key.name })}
          hint={t("integrations.rotateHint")}
          action={t("integrations.rotate")}
          busy={rotate.isPending}
          onClose={leave}
          onAct={() => rotate.mutate(asked.key.keyid, { onSuccess: show })}
        />
      )}
      {asked?.what === "end" && (
        <AskOnce
          danger
          title={t("integrations.endTitle", { name: asked.key.name })}
          hint={t("integrations.endHint")}
          action={t("integrations.end")}
          busy={end.isPending}
          onClose={leave}
          onAct={() => end.mutate(asked.key.keyid, { onSuccess: leave })}
        />
      )}
    </Frame>
  );
}

type FrameProps = { own: boolean; action: ReactNode; children: ReactNode };

function Frame({ own, action, children }: FrameProps) {
  const { t } = useTranslation();
  if (own)
    return (
      <Card title={t("integrations.ownKeys")} hint={t("integrations.ownHint")} action={action}>
        <div className="mt-4 grid grid-cols-[minmax(0,1fr)] gap-4">{children}</div>
      </Card>
    );
  return (
    <section aria-label={t("integrations.keys")} className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <p className="text-s text-text-2">{t("integrations.hint")}</p>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="text-m font-semibold">{t("integrations.keys")}</h3>
        {action}
      </div>
      {children}
    </section>
  );
}
