import type { MadeKey } from "@parley/contract/keys";
import { useTranslation } from "react-i18next";
import { Dialog } from "../../../ui/Dialog.tsx";
import { Copied } from "./Copied.tsx";
import { Done } from "./Done.tsx";

type Props = { made: MadeKey; address: string; onClose: () => void };

/** A new secret, which no other screen shows, with a line that works when it is pasted. */
export function ShownOnce({ made, address, onClose }: Props) {
  const { t } = useTranslation();
  const { token } = made;
  const { name, abilities } = made.key;
  const first = abilities.includes("readTickets")
    ? "tickets"
    : abilities.includes("readClients")
      ? "clients"
      : "departments";
  const line = `curl -H "Authorization: Bearer ${token}" ${address}/api/v1/${first}`;
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={t("integrations.made", { name })}
      description={t("integrations.madeHint")}
    >
      <div className="mt-4 grid grid-cols-[minmax(0,1fr)] gap-4">
        <Copied label={t("integrations.key")} text={token} />
        <Copied label={t("integrations.tryIt")} text={line} />
      </div>
      <Done onClose={onClose} />
    </Dialog>
  );
}
