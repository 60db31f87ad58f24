import type { Answer } from "@parley/contract/calls/table";
import { addressOf, type Fields } from "./address.ts";
import { readAnswer, Unreachable } from "./client.ts";

type Upload =
  | "sendFile"
  | "scheduleFile"
  | "sendNoteFile"
  | "sendPrivateFile"
  | "uploadMailFile"
  | "addBubbleFile"
  | "importBubbles"
  | "changePicture"
  | "editWhatsappProfile";
type Options<Name extends Upload> = {
  fields: Fields<Name>;
  file?: File;
  /** The form field of the file. */
  as?: string;
  signal?: AbortSignal;
  /** Receives the progress from 0 to 1, which fetch does not report. */
  onProgress?: (part: number) => void;
};

/** A call with a file, whose fields come before it. */
export function upload<Name extends Upload>(
  name: Name,
  { fields, file, as = "file", signal, onProgress }: Options<Name>,
): Promise<Answer<Name>> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("POST", addressOf<Upload>(name, {}).address);
    request.withCredentials = true;
    request.setRequestHeader("accept", "application/json");
    // Time out on silence, not on total duration: a large file may take long.
    request.timeout = 600_000;
    request.upload.onprogress = ({ loaded, total }) => onProgress?.(total > 0 ? loaded / total : 0);
    request.onload = () => {
      try {
        resolve(readAnswer<Answer<Name>>(request.status, request.responseText));
      } catch (error) {
        reject(error);
      }
    };
    request.onerror = () => reject(new Unreachable());
    request.ontimeout = () => reject(new Unreachable());
    request.onabort = () => reject(signal?.reason);
    signal?.addEventListener("abort", () => request.abort(), { once: true });
    request.send(formOf(fields as object, as, file));
  });
}

function formOf(fields: object, as: string, file: File | undefined): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields))
    if (value !== undefined) form.append(name, String(value));
  if (file) form.append(as, file, file.name);
  return form;
}
