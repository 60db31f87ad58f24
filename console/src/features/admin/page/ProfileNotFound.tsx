import { UserX } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { Button } from "../../../ui/Button.tsx";
import { PaneState } from "../../../ui/States.tsx";

/** A profile that could not be loaded, and the way back. */
export function ProfileNotFound({ to }: { to: string }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  return (
    <div className="grid min-h-[60vh]">
      <PaneState alert icon={<UserX />} title={t("admin.profileNotFound")}>
        <Button onClick={() => navigate(to)}>{t("admin.return")}</Button>
      </PaneState>
    </div>
  );
}
