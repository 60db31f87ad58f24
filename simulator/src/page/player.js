import { h, icon } from "./dom.js";
import { seconds } from "./format.js";

const BARS = 30;

/** A voice note's player: a button, its waveform, the time. */
export function player(media) {
  const audio = new Audio(media.url);
  audio.preload = "none";
  const bars = Array.from({ length: BARS }, () => h("i"));
  const time = h("span", { class: "time" }, seconds(media.duration ?? 0));
  const button = h("button", { type: "button", class: "disc", "aria-label": "Play" }, icon("play"));

  button.addEventListener("click", () => (audio.paused ? audio.play() : audio.pause()));
  const showState = () => {
    button.replaceChildren(icon(audio.paused ? "play" : "pause"));
    button.setAttribute("aria-label", audio.paused ? "Play" : "Pause");
  };
  audio.addEventListener("play", showState);
  audio.addEventListener("pause", showState);
  audio.addEventListener("timeupdate", () => {
    const total = Number.isFinite(audio.duration) ? audio.duration : media.duration || 1;
    const done = audio.ended ? 0 : (audio.currentTime / total) * BARS;
    for (const [index, bar] of bars.entries()) bar.classList.toggle("done", index < done);
    time.textContent = seconds(audio.ended ? total : audio.currentTime);
  });
  peaks(media.url)
    .then((heights) => {
      for (const [index, bar] of bars.entries()) bar.style.setProperty("--height", heights[index]);
    })
    .catch((error) => button.setAttribute("title", `The waveform cannot be drawn: ${error.message}`));
  return h(
    "div",
    { class: "voice-part" },
    button,
    h("span", { class: "wave", "aria-hidden": "true" }, bars),
    time,
  );
}

const drawn = new Map();

function peaks(url) {
  if (!drawn.has(url)) drawn.set(url, measure(url));
  return drawn.get(url);
}

async function measure(url) {
  const sound = await (await fetch(url)).arrayBuffer();
  const decoded = await new OfflineAudioContext(1, 1, 48_000).decodeAudioData(sound);
  const samples = decoded.getChannelData(0);
  const step = Math.floor(samples.length / BARS);
  const loudness = Array.from({ length: BARS }, (_, bar) => {
    let most = 0;
    for (let n = bar * step; n < (bar + 1) * step; n += 16) most = Math.max(most, Math.abs(samples[n]));
    return most;
  });
  const loudest = Math.max(...loudness, 0.001);
  return loudness.map((value) => (0.14 + 0.86 * (value / loudest)).toFixed(2));
}
