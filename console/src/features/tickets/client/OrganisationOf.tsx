import { abilitiesOf } from "@parley/contract/abilities";
import type { ClientRow } from "@parley/contract/client-profiles";
import { Pencil } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { adminPaths } from "../../../paths.ts";
import { IconButton } from "../../../ui/IconButton.tsx";
import { useProfile } from "../../session/viewer.ts";
import { OrganisationPicker } from "../organisations/OrganisationPicker.tsx";
import { useChooseOrganisation } from "./choose-organisation.ts";

type Props = { client: Pick<ClientRow, "clientid" | "client_name" | "organisation"> };

/** A client's organisation with the way to its page, which administrators choose. */
export function OrganisationOf({ client: { clientid, client_name, organisation } }: Props) {
  const { t } = useTranslation();
  const { role } = useProfile();
  const [open, setOpen] = useState(false);
  const choose = useChooseOrganisation();
  const title = t("organisations.chooseFor", { name: client_name });
  return (
    <span className="flex min-w-0 items-center gap-2">
      {organisation ? (
        <Link
          to={adminPaths.organisation(organisation.organisationid)}
          dir="auto"
          className="min-w-0 font-semibold wrap-anywhere hover:text-accent-text hover:underline"
        >
          {organisation.name}
        </Link>
      ) : (
        <span className="text-text-3">{t("organisations.noneOfClient")}</span>
      )}
      {abilitiesOf(role).has("manageClients") && (
        <IconButton
          label={title}
          className="-my-1.5 size-8 max-phone:-my-3 max-phone:size-11"
          onClick={() => setOpen(true)}
        >
          <Pencil size={14} />
        </IconButton>
      )}
      {open && (
        <OrganisationPicker
          title={title}
          none={organisation && t("organisations.takeOutAll")}
          onClose={() => setOpen(false)}
          onChoose={(chosen) => {
            setOpen(false);
            choose.mutate({ clientids: [clientid], organisation: chosen });
          }}
        />
      )}
    </span>
  );
}
