import { useTranslation } from "react-i18next";
import { useBlocker } from "react-router";
import { paths } from "../../paths.ts";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { hasUnsaved, useLeaving } from "./unsaved.ts";

/** Asks before a form with changes is left. When a session ends nothing can be saved any more, so it does not ask. */
export function UnsavedGuard() {
  const { t } = useTranslation();
  const blocker = useBlocker(({ nextLocation }) => hasUnsaved() && nextLocation.pathname !== paths.signIn);
  const leave = useLeaving((state) => state.leave);
  const stay = () => {
    useLeaving.setState({ leave: null });
    blocker.reset?.();
  };
  const drop = () => {
    useLeaving.setState({ leave: null });
    leave?.();
    blocker.proceed?.();
  };
  return (
    <Dialog
      open={leave !== null || blocker.state === "blocked"}
      onClose={stay}
      title={t("unsaved.title")}
      description={t("unsaved.text")}
    >
      <div className="mt-5 flex flex-wrap justify-end gap-2">
        <Button look="danger" onClick={drop}>
          {t("unsaved.leave")}
        </Button>
        <Button look="primary" onClick={stay}>
          {t("unsaved.stay")}
        </Button>
      </div>
    </Dialog>
  );
}
