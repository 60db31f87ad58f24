/** The sound of a new ticket: two soft notes that are synthesised, so that there is no file to fetch. */
import { create } from "zustand";

const stored = "parley.muted";

const isMuted = () => ({ muted: localStorage.getItem(stored) !== null });

/** True if this browser is muted, in each of its tabs. */
export const useMuted = create<{ muted: boolean }>(isMuted);
addEventListener("storage", () => useMuted.setState(isMuted()));

export function setMuted(muted: boolean): void {
  if (muted) localStorage.setItem(stored, "yes");
  else localStorage.removeItem(stored);
  useMuted.setState(isMuted());
}

let audio: AudioContext | null = null;

/** Browsers allow sound after a click or key press, some only during its event handler. */
for (const gesture of ["pointerdown", "keydown"] as const) {
  document.addEventListener(gesture, allowSound, { once: true });
}

function allowSound() {
  audio ??= new AudioContext();
  void audio.resume();
}

/** Silent before the first click or key press: played later the sound would be out of date. */
export function chime(): void {
  if (audio?.state !== "running") return;
  const begin = audio.currentTime + 0.02;
  note(audio, 659.26, begin);
  note(audio, 987.77, begin + 0.14);
}

/** The sound of a message in an own ticket: one low note, at less than half the volume. */
export function softChime(): void {
  if (audio?.state === "running") note(audio, 523.25, audio.currentTime + 0.02, 0.06);
}

function note(on: AudioContext, hertz: number, begin: number, loudest = 0.16) {
  const tone = new OscillatorNode(on, { type: "sine", frequency: hertz });
  const volume = new GainNode(on, { gain: 0 });
  volume.gain.setValueAtTime(0, begin);
  volume.gain.linearRampToValueAtTime(loudest, begin + 0.015);
  volume.gain.exponentialRampToValueAtTime(0.0001, begin + 0.6);
  tone.connect(volume).connect(on.destination);
  tone.start(begin);
  tone.stop(begin + 0.65);
}
