import { readAnswer, Unreachable } from "./client.ts";

/** Posts a form and reports upload progress from 0 to 1, which fetch does not. */
export function upload<Answer>(
  path: string,
  form: FormData,
  signal: AbortSignal,
  onProgress: (part: number) => void,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("POST", path);
    request.withCredentials = true;
    request.setRequestHeader("accept", "application/json");
    // Time out on silence, not on total duration: a large file may take long.
    request.timeout = 600_000;
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
    request.onload = () => {
      try {
        resolve(readAnswer<Answer>(request.status, request.responseText));
      } catch (error) {
        reject(error);
      }
    };
    request.onerror = () => reject(new Unreachable());
    request.ontimeout = () => reject(new Unreachable());
    request.onabort = () => reject(signal.reason);
    signal.addEventListener("abort", () => request.abort(), { once: true });
    request.send(form);
  });
}
