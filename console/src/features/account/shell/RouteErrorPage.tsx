import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { useRouteError } from "react-router";
import { Unreachable } from "../../../api/client.ts";
import { Button } from "../../../ui/Button.tsx";
import { Logo } from "../../../ui/Logo.tsx";

export function RouteErrorPage() {
  const { t } = useTranslation();
  const error = useRouteError();
  const unreachable = error instanceof Unreachable;
  useEffect(() => {
    // This is the last chance to report an error of the page. An unreachable server is none.
    if (!unreachable) reportError(error);
  }, [error, unreachable]);
  return (
    <main className="grid h-full place-content-center justify-items-center gap-3 p-6 text-center">
      <Logo className="mb-2 size-12" />
      <h1 className="text-xl font-semibold tracking-tight">
        {t(unreachable ? "common.unreachable" : "routeError.title")}
      </h1>
      <p className="text-text-2">{t(unreachable ? "routeError.away" : "routeError.hint")}</p>
      <Button look="primary" className="mt-3" onClick={() => location.reload()}>
        {t(unreachable ? "common.retry" : "routeError.reload")}
      </Button>
    </main>
  );
}
