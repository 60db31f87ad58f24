/** Draws a frame of a video before the upload, for the chat to show. The server has no decoder for films. */
const timeout = 4_000;
/** Milliseconds. A film without an index cannot be sought; its first frame is used then. */
const seekPatience = 1_000;
const longestSide = 480;
/** The number of base64 characters that the server accepts. */
const mostCharacters = 60_000;
/** The share of the duration; the very first frame is often black. */
const place = 0.1;

/** A JPEG in base64. Undefined for a file that is no video, or one that this browser cannot show in time. */
export async function drawStill(file: File): Promise<string | undefined> {
  if (!file.type.startsWith("video/")) return undefined;
  const video = document.createElement("video");
  const address = URL.createObjectURL(file);
  try {
    if (!(await showFrame(video, address))) return undefined;
    return [0.75, 0.5, 0.3]
      .map((quality) => draw(video, quality))
      .find((still) => still.length > 0 && still.length <= mostCharacters);
  } finally {
    video.removeAttribute("src");
    video.load();
    URL.revokeObjectURL(address);
  }
}

/** True if a frame came in time. */
function showFrame(video: HTMLVideoElement, address: string): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(false), timeout);
    const end = (shown: boolean) => {
      clearTimeout(timer);
      resolve(shown);
    };
    video.muted = true;
    video.preload = "auto";
    video.addEventListener("error", () => end(false), { once: true });
    video.addEventListener("seeked", () => end(true), { once: true });
    video.addEventListener(
      "loadeddata",
      () => {
        setTimeout(() => end(true), seekPatience);
        video.currentTime = Math.min(place, video.duration / 2 || 0);
      },
      { once: true },
    );
    video.src = address;
  });
}

function draw(video: HTMLVideoElement, quality: number): string {
  const { videoWidth: width, videoHeight: height } = video;
  const scale = Math.min(1, longestSide / Math.max(width, height, 1));
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(width * scale);
  canvas.height = Math.round(height * scale);
  const context = canvas.getContext("2d");
  if (!context || canvas.width === 0) return "";
  context.drawImage(video, 0, 0, canvas.width, canvas.height);
  return canvas.toDataURL("image/jpeg", quality).split(",")[1] ?? "";
}
