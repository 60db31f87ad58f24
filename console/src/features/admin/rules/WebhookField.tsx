import { readsTickets } from "@parley/contract/program-event-kinds";
import type { RuleAction } from "@parley/contract/rules";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Select } from "../../../ui/Select.tsx";
import { webhooksQuery } from "../integrations/webhooks-query.ts";
import type { ActionContext } from "./ActionList.tsx";

type Props = Pick<ActionContext, "nameOf" | "onNamed"> & {
  action: Extract<RuleAction, { kind: "webhook" }>;
  onChange: (action: RuleAction) => void;
};

/** The webhook to which the rule sends: one that reads tickets. */
export function WebhookField({ action, nameOf, onNamed, onChange }: Props) {
  const { t } = useTranslation();
  const { data } = useQuery({ ...webhooksQuery, refetchInterval: false });
  const webhooks = data?.webhooks.filter(({ types }) => readsTickets(types));
  function choose(webhookid: string) {
    const name = webhooks?.find((one) => one.webhookid === webhookid)?.name ?? null;
    onNamed({ id: webhookid, name, gone: false });
    onChange({ kind: "webhook", webhookid });
  }
  return (
    <>
      <Select
        label={t("rules.kind.webhook")}
        value={action.webhookid || null}
        placeholder={action.webhookid ? nameOf(action.webhookid) : t("rules.chooseWebhook")}
        options={(webhooks ?? []).map(({ webhookid, name }) => ({ value: webhookid, label: name }))}
        onChange={choose}
      />
      <p className="text-xs text-text-3">
        {t(webhooks?.length === 0 ? "rules.noWebhooks" : "rules.webhookHint")}
      </p>
    </>
  );
}
