import type { Answer } from "@parley/contract/calls/table";
import { useTranslation } from "react-i18next";
import { Button } from "../../../ui/Button.tsx";
import { EmbedCode } from "./EmbedCode.tsx";
import { SecretOnce } from "./SecretOnce.tsx";
import { TryLink } from "./TryLink.tsx";

type Props = { created: Answer<"connectChannel">; onDone: () => void };

/** The code of a widget that was created just now, and its secret, which is shown this once. */
export function NewWidget({ created, onDone }: Props) {
  const { t } = useTranslation();
  const { name, key = "", snippet = "", identify_secret: secret } = created;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <p role="status" className="text-s">
        {t("channelWeb.created", { name })}
      </p>
      <EmbedCode widget={{ key, snippet }} />
      <div className="flex flex-wrap gap-2">
        <TryLink widget={{ key, snippet }} />
      </div>
      {secret ? (
        <SecretOnce secret={secret} onDone={onDone} />
      ) : (
        <Button onClick={onDone} className="justify-self-end">
          {t("channelWeb.secret.done")}
        </Button>
      )}
    </div>
  );
}
