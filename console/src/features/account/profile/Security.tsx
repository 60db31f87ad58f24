import { KeyRound } from "lucide-react";
import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../../ui/Button.tsx";
import { Card } from "../../../ui/Card.tsx";
import { lazyPart } from "../../../ui/lazy-part.ts";
import { TwoStep } from "./TwoStep.tsx";

const ChangePasswordDialog = lazyPart(
  async () => (await import("./ChangePasswordDialog.tsx")).ChangePasswordDialog,
);

/** The password and two-step sign-in. */
export function Security() {
  const { t } = useTranslation();
  const [changing, setChanging] = useState(false);
  return (
    <>
      <Card
        title={t("profile.password")}
        hint={t("profile.passwordHint")}
        action={
          <Button icon={<KeyRound size={15} />} onClick={() => setChanging(true)}>
            {t("profile.changePassword")}
          </Button>
        }
      />
      <TwoStep />
      {changing && (
        <Suspense>
          <ChangePasswordDialog onClose={() => setChanging(false)} />
        </Suspense>
      )}
    </>
  );
}
