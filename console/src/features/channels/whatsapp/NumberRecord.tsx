import type { WhatsappNumber } from "@parley/contract/whatsapp";
import { useTranslation } from "react-i18next";
import { LoadFailed } from "../../../ui/LoadFailed.tsx";
import { reasonText } from "../../../ui/reason-text.ts";
import { Skeleton } from "../../../ui/Skeleton.tsx";
import { linkLooks } from "../tab/link-looks.ts";
import { PlaceLink } from "../tab/PlaceLink.tsx";
import type { AccountProps } from "../tab/props.ts";
import { NumberFacts } from "./NumberFacts.tsx";
import { useNumber } from "./number-of.ts";
import { WebhookSwitch } from "./WebhookSwitch.tsx";

/** The provider's record of an account's number, its webhook, its profile and templates. */
export function NumberRecord({ account }: AccountProps) {
  const { t } = useTranslation();
  const { number, failed, isPending, refetch } = useNumber(account);
  if (isPending) return <Skeleton className="h-44 rounded-m" />;
  if (failed) return <LoadFailed text={t("channelWhatsapp.numbersFailed")} onRetry={refetch} />;
  if (!number) return null;
  return <Known number={number} />;
}

function Known({ number }: { number: WhatsappNumber }) {
  const { t } = useTranslation();
  const { channelid } = number;
  return (
    <>
      {number.reason && (
        <p role="alert" className="rounded-m bg-danger/10 p-3 text-s break-words">
          {reasonText(t, number.reason)}
        </p>
      )}
      <NumberFacts number={number} />
      <WebhookSwitch number={number} />
      <div className="flex flex-wrap gap-2">
        {(["profile", "templates"] as const).map((view) => (
          <PlaceLink
            key={view}
            to={{ service: "whatsapp", account: channelid, view }}
            className={linkLooks.plain}
          >
            {t(`channelWhatsapp.${view}`)}
          </PlaceLink>
        ))}
      </div>
    </>
  );
}
