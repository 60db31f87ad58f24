import { useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useNavigate, useSearchParams } from "react-router";
import { keys } from "../../../api/queries.ts";
import { afterSignIn } from "../../../paths.ts";
import { Button } from "../../../ui/Button.tsx";
import { useLogOut } from "../../session/log-out.ts";
import { SetUpTwoStep } from "../two-step/SetUpTwoStep.tsx";
import { EntryPage } from "./EntryPage.tsx";

/** Sets up two-step sign-in where the company requires it; no other page opens before. */
export function TwoStepPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const cache = useQueryClient();
  const [search] = useSearchParams();
  const logOut = useLogOut();
  const done = async () => {
    await cache.invalidateQueries({ queryKey: keys.session });
    await navigate(afterSignIn(search), { replace: true });
  };
  return (
    <EntryPage
      title={t("twoStep.setUpTitle")}
      lead={t("twoStep.mustLead")}
      footer={
        <Button look="quiet" onClick={logOut}>
          {t("shell.logout")}
        </Button>
      }
    >
      <SetUpTwoStep onDone={done} />
    </EntryPage>
  );
}
