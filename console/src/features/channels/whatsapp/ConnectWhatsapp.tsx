import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../../ui/Button.tsx";
import type { ConnectProps } from "../tab/props.ts";
import { ConnectByToken } from "./ConnectByToken.tsx";
import { Register } from "./Register.tsx";

/** Connects a number: by signing up with Meta, or by a permanent token, which also mends one. */
export function ConnectWhatsapp({ again, onConnected }: ConnectProps) {
  const { t } = useTranslation();
  const [byToken, setByToken] = useState(again !== undefined);
  if (!byToken) return <Register onToken={() => setByToken(true)} onConnected={onConnected} />;
  return (
    <ConnectByToken again={again} onConnected={onConnected}>
      {!again && (
        <Button look="quiet" onClick={() => setByToken(false)}>
          {t("channelWhatsapp.token.signUp")}
        </Button>
      )}
    </ConnectByToken>
  );
}
