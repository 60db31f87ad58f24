const stepsShown = 64;
/** Samples measured together: 20 ms at 8 kHz. An hour at 48 kHz then takes 8 MB. */
const blockSize = 160;

/** Measures the loudness of a sound that arrives in chunks of any length. */
export function createLoudness() {
  const blocks: number[] = [];
  let sum = 0;
  let count = 0;
  return {
    /** Samples between -1 and 1. */
    add(samples: Float32Array) {
      for (const sample of samples) {
        sum += sample * sample;
        if (++count < blockSize) continue;
        blocks.push(sum / count);
        sum = 0;
        count = 0;
      }
    },
    /** Up to 64 steps, the loudest 100; null for silence. */
    steps(): number[] | null {
      const all = count > 0 ? [...blocks, sum / count] : blocks;
      if (all.length === 0) return null;
      const steps = Math.min(stepsShown, all.length);
      const loud = Array.from({ length: steps }, (_, step) =>
        Math.sqrt(
          mean(all, Math.floor((step * all.length) / steps), Math.floor(((step + 1) * all.length) / steps)),
        ),
      );
      const loudest = Math.max(...loud);
      return loud.map((value) => (loudest > 0 ? Math.round((value / loudest) * 100) : 0));
    },
  };
}

function mean(values: number[], from: number, to: number): number {
  let sum = 0;
  for (let index = from; index < to; index++) sum += values[index] ?? 0;
  return sum / (to - from);
}
