import { h, iconButton, toast } from "./dom.js";
import { seconds } from "./format.js";
import { encodeVoice } from "./ogg.js";

/** Records with the microphone and passes on Ogg/Opus, as Telegram would; without a microphone, the sample note. */
export function createRecorder({ onVoice, onSample }) {
  const time = h("span", { class: "time" }, "0:00");
  const element = h(
    "div",
    { class: "recording", hidden: true, role: "group", "aria-label": "Recording" },
    h("span", { class: "dot", "aria-hidden": "true" }),
    time,
    h("span", { class: "grow" }, "Recording…"),
    iconButton("close", "Cancel recording", () => finish(false)),
    iconButton("send", "Send recording", () => finish(true), { class: "round send" }),
  );
  let session;

  async function start() {
    const stream = await microphone();
    if (!stream) {
      toast("No microphone here: a sample voice note is sent instead.");
      onSample();
      return;
    }
    const recorder = new MediaRecorder(stream);
    const parts = [];
    recorder.addEventListener("dataavailable", ({ data }) => parts.push(data));
    recorder.start();
    const began = performance.now();
    const elapsed = () => (performance.now() - began) / 1000;
    const timer = setInterval(() => {
      time.textContent = seconds(elapsed());
    }, 250);
    session = { stream, recorder, parts, timer, elapsed };
    element.hidden = false;
  }

  async function finish(keep) {
    const { stream, recorder, parts, timer, elapsed } = session;
    const duration = Math.max(1, Math.round(elapsed()));
    clearInterval(timer);
    element.hidden = true;
    time.textContent = "0:00";
    const stopped = new Promise((resolve) => recorder.addEventListener("stop", resolve, { once: true }));
    recorder.stop();
    await stopped;
    for (const track of stream.getTracks()) track.stop();
    if (keep) onVoice(await asVoice(new Blob(parts, { type: recorder.mimeType })), duration);
  }

  return { element, start };
}

async function microphone() {
  if (!navigator.mediaDevices?.getUserMedia || !globalThis.AudioEncoder) return undefined;
  try {
    return await navigator.mediaDevices.getUserMedia({ audio: true });
  } catch (error) {
    // The microphone was refused or is missing: the person gets the sample instead. Any other error is a fault of ours.
    if (["NotAllowedError", "NotFoundError"].includes(error.name)) return undefined;
    throw error;
  }
}

async function asVoice(blob) {
  if (blob.type.startsWith("audio/ogg")) return blob;
  const decoded = await new OfflineAudioContext(1, 1, 48_000).decodeAudioData(await blob.arrayBuffer());
  return encodeVoice(decoded.getChannelData(0));
}
