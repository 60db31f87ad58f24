import type { Message } from "@parley/contract/messages";
import { texts } from "@parley/contract/texts";
import { Download } from "lucide-react";
import { useTranslation } from "react-i18next";
import { FileLine } from "../../../ui/FileLine.tsx";
import { reasonText } from "../../../ui/reason-text.ts";
import { DownloadLink } from "./DownloadLink.tsx";
import { ProgramMark } from "./ProgramMark.tsx";
import { isProgram } from "./program.ts";

/** A file to download. One that was too large says so and offers nothing. */
export function DocumentCard({ message }: { message: Message }) {
  const { t } = useTranslation();
  const { file_name, path, placeholder, status_reason, reason } = message;
  const name = file_name ?? t("message.missing");
  const failed = !path && !placeholder && !message.isagent;
  const why = failed && reasonText(t, reason, status_reason ?? "");
  const mayDownload = path && name !== texts.fileTooLarge;
  return (
    <>
      <FileLine
        name={name}
        size={message.file_size}
        type={placeholder ? t("message.arriving") : message.file_type}
      >
        {mayDownload && (
          <DownloadLink
            name={name}
            path={path}
            label={t("message.download", { name })}
            title={t("message.download", { name })}
            className="grid size-9 shrink-0 place-items-center rounded-m text-text-2 hover:bg-raised-2 hover:text-text max-phone:size-11"
          >
            <Download size={17} />
          </DownloadLink>
        )}
      </FileLine>
      {mayDownload && isProgram(name) && <ProgramMark />}
      {why && <p className="mt-1 max-w-64 text-xs text-danger">{why}</p>}
    </>
  );
}
