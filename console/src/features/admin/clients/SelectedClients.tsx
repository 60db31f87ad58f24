import { Building2 } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../../ui/Button.tsx";
import { useChooseOrganisation } from "../../tickets/client/choose-organisation.ts";
import { OrganisationPicker } from "../../tickets/organisations/OrganisationPicker.tsx";

type Props = { clientids: string[]; onDone: () => void };

/** Puts the selected clients into an organisation together, or removes them from theirs. */
export function SelectedClients({ clientids, onDone }: Props) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const choose = useChooseOrganisation();
  const title = t("organisations.chooseMany", { count: clientids.length });
  return (
    <>
      <Button icon={<Building2 size={15} />} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {title}
      </Button>
      {open && (
        <OrganisationPicker
          title={title}
          none={t("organisations.takeOutAll")}
          onClose={() => setOpen(false)}
          onChoose={(organisation) => {
            setOpen(false);
            choose.mutate({ clientids, organisation }, { onSuccess: onDone });
          }}
        />
      )}
    </>
  );
}
