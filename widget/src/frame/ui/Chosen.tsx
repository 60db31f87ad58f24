import { useEffect, useState } from "preact/hooks";
import { t } from "../texts.ts";
import { Icon } from "./icons.tsx";
import { fileSize } from "./times.ts";
import { usePicture } from "./use-picture.ts";

/** The files to send, each with its picture, name and size, and a button that removes it. */
export function Chosen({ files, remove }: { files: File[]; remove: (file: File) => void }) {
  return (
    <ul class="chosen" aria-label={t("send.files")}>
      {files.map((file, index) => (
        <li key={`${index} ${file.name}`}>
          <Face file={file} />
          <span class="grow">
            <b>{file.name}</b>
            <small>{fileSize(file.size)}</small>
          </span>
          <button
            type="button"
            class="x"
            aria-label={t("send.remove", { name: file.name })}
            onClick={() => remove(file)}
          >
            <Icon name="close" />
          </button>
        </li>
      ))}
    </ul>
  );
}

function Face({ file }: { file: File }) {
  const url = usePicture(file);
  const [unknown, setUnknown] = useState(false);
  useEffect(() => setUnknown(false), [file]);
  if (!url || unknown) {
    return (
      <i class="face">
        <Icon name="file" />
      </i>
    );
  }
  return <img class="face" src={url} alt="" onError={() => setUnknown(true)} />;
}
