/** Two short tones that are synthesised: nothing is loaded. */
let audio: AudioContext | null = null;

/** Browsers allow sound only after the visitor has touched the page: the choice itself is such a touch. */
export function allowSound(): void {
  audio ??= new AudioContext();
  void audio.resume();
}

export function beep(): void {
  allowSound();
  if (!audio || audio.state === "closed") return;
  for (const [at, pitch] of [
    [0, 660],
    [0.12, 880],
  ] as const) {
    const tone = audio.createOscillator();
    const loudness = audio.createGain();
    const start = audio.currentTime + at;
    tone.frequency.value = pitch;
    loudness.gain.setValueAtTime(0.08, start);
    loudness.gain.exponentialRampToValueAtTime(0.001, start + 0.18);
    tone.connect(loudness).connect(audio.destination);
    tone.start(start);
    tone.stop(start + 0.2);
  }
}
