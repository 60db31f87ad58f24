/** Sends a message with its file, and shows the progress; `fetch` reports none. */
import type { VisitorFileSend } from "@parley/contract/visitors";
import { authorization, callAddress, Refused, Unreachable } from "../calls.ts";

export class UploadCancelled extends Error {}

type Uses = { signal: AbortSignal; shown: (progress: number) => void };

/** @throws {UploadCancelled | Refused | Unreachable} */
export function upload<Answer>(
  message: VisitorFileSend,
  file: File,
  { signal, shown }: Uses,
): Promise<Answer> {
  const form = new FormData();
  form.append("message", JSON.stringify(message));
  form.append("file", file, file.name);
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("POST", callAddress("send-file"));
    for (const [name, value] of Object.entries(authorization())) request.setRequestHeader(name, value);
    request.responseType = "json";
    let timer = stalled();
    // Without progress for this long the connection is gone, however large the file.
    function stalled() {
      return setTimeout(() => request.abort(), 60_000);
    }
    request.upload.onprogress = ({ loaded, total }) => {
      clearTimeout(timer);
      timer = stalled();
      if (total > 0) shown(loaded / total);
    };
    request.onload = () => {
      if (request.status === 200) resolve(request.response);
      else reject(new Refused(request.status, request.response ?? {}));
    };
    request.onerror = () => reject(new Unreachable("upload failed"));
    request.onabort = () =>
      reject(signal.aborted ? new UploadCancelled("cancelled") : new Unreachable("upload stalled"));
    request.onloadend = () => clearTimeout(timer);
    signal.addEventListener("abort", () => request.abort());
    request.send(form);
  });
}
