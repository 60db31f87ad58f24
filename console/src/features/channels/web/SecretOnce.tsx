import { useTranslation } from "react-i18next";
import { Button } from "../../../ui/Button.tsx";
import { CopyCode } from "./CopyCode.tsx";

type Props = { secret: string; onDone: () => void };

/** The secret that signs visitors in. The server does not give it again. */
export function SecretOnce({ secret, onDone }: Props) {
  const { t } = useTranslation();
  const label = t("channelWeb.secret.title");
  return (
    <section aria-label={label} className="grid gap-3 rounded-m border border-warn/25 bg-warn/10 p-4">
      <h3 className="font-semibold">{label}</h3>
      <p role="status" className="text-s text-text-2">
        {t("channelWeb.secret.once")}
      </p>
      <CopyCode label={label} code={secret} />
      <Button onClick={onDone} className="justify-self-end">
        {t("channelWeb.secret.done")}
      </Button>
    </section>
  );
}
