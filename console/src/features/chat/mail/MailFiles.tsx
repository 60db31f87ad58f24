import type { MessageFile } from "@parley/contract/mail";
import type { Message } from "@parley/contract/messages";
import { Download, FileText } from "lucide-react";
import { useTranslation } from "react-i18next";
import { showSize } from "../../../ui/time.ts";
import { DownloadLink } from "../message-kinds/DownloadLink.tsx";
import { Picture } from "../message-kinds/Picture.tsx";
import { ProgramMark } from "../message-kinds/ProgramMark.tsx";
import { isProgram } from "../message-kinds/program.ts";
import { MediaViewer } from "../viewer/MediaViewer.tsx";

type Props = {
  message: Message;
  /** True to include the pictures that belong within the HTML. */
  inline: boolean;
};

/** A mail's pictures, then its files, each with its size and a download. */
export function MailFiles({ message, inline }: Props) {
  const { t } = useTranslation();
  const shown = message.files.filter((file) => inline || !file.inline);
  const pictures = shown.filter(isPicture).map((file) => asMessage(message, file));
  const files = shown.filter((file) => !isPicture(file));
  return (
    <>
      {pictures.length > 0 && (
        <MediaViewer messages={pictures}>
          <ul aria-label={t("mail.pictures")} className="flex flex-wrap gap-1.5 px-4 pt-2.5 max-phone:px-3">
            {pictures.map((one) => (
              <li key={one.messageid}>
                <Picture message={one} className="mx-0! mt-0! size-28 rounded-m!" />
              </li>
            ))}
          </ul>
        </MediaViewer>
      )}
      {files.length > 0 && (
        <ul aria-label={t("mail.files")} className="flex flex-wrap gap-1.5 px-4 pt-2.5 max-phone:px-3">
          {files.map((file) => (
            <li key={file.fileid} className="min-w-0">
              <FileChip file={file} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function FileChip({ file }: { file: MessageFile }) {
  const { t } = useTranslation();
  const { name, size, path, state } = file;
  const facts = state === "ready" ? size !== null && showSize(size) : t(`mail.fileState.${state}`);
  const face = (
    <>
      <FileText size={16} aria-hidden="true" className="shrink-0 text-accent-text" />
      <span className="min-w-0">
        <span className="block truncate text-s" title={name}>
          {name}
        </span>
        <span
          className={`block text-xs ${state === "ready" || state === "arriving" ? "text-text-2" : "text-warn"}`}
        >
          {facts}
        </span>
        {path && isProgram(name) && <ProgramMark />}
      </span>
    </>
  );
  const look =
    "flex max-w-72 items-center gap-2.5 rounded-m border border-line-strong px-3 py-1.5 max-phone:min-h-11";
  if (!path) return <span className={look}>{face}</span>;
  return (
    <DownloadLink
      name={name}
      path={path}
      label={`${t("message.download", { name })}${size === null ? "" : `, ${showSize(size)}`}`}
      className={`${look} text-left transition duration-150 hover:bg-raised-2`}
    >
      {face}
      <Download size={15} aria-hidden="true" className="ml-1 shrink-0 text-text-2" />
    </DownloadLink>
  );
}

const isPicture = ({ type, path, imageUrl }: MessageFile) =>
  path !== null && imageUrl !== null && (type?.startsWith("image/") ?? false);

/** The file in the form that the viewer and the picture use: each is a message to them. */
function asMessage(message: Message, { fileid, name, size, type, ...file }: MessageFile): Message {
  return {
    ...message,
    messageid: fileid,
    type: "image",
    caption: null,
    content: "",
    file_name: name,
    file_size: size,
    file_type: type,
    path: file.path,
    imageUrl: file.imageUrl,
    thumbnailUrl: file.thumbnailUrl,
    width: null,
    height: null,
    placeholder: false,
  };
}
