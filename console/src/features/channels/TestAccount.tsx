import type { ChannelRow } from "@parley/contract/channels";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../ui/Button.tsx";
import { TestDialog } from "./TestDialog.tsx";

/** Opens the test of an account. */
export function TestAccount({ account }: { account: ChannelRow }) {
  const { t } = useTranslation();
  const [testing, setTesting] = useState(false);
  return (
    <>
      <div>
        <h3 className="text-s font-semibold">{t("channels.test.short")}</h3>
        <p className="mt-0.5 text-xs text-text-3">{t("channels.test.hint")}</p>
      </div>
      <Button onClick={() => setTesting(true)} className="justify-self-start">
        {t("channels.test.open")}
      </Button>
      <TestDialog account={account} open={testing} onClose={() => setTesting(false)} />
    </>
  );
}
