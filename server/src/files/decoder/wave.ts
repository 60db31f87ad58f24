/** Speech as a WAV, which every browser plays: one channel, 16 kHz, 16 bits. */
import { createReadStream } from "node:fs";
import { decodeOpus } from "./decode.ts";

const rate = 16_000;
/** Opus decodes to 48 kHz (RFC 7845 §5.1). */
const samplesPerSample = 3;
/** The result has 29 MB. */
const longestMinutes = 15;
const headerBytes = 44;

/** Null when it does not decode or is longer than a quarter of an hour. */
export async function toWave(path: string): Promise<Buffer | null> {
  const pieces: Buffer[] = [];
  let samples = 0;
  let sum = 0;
  let count = 0;
  const addSamples = (sound: Float32Array) => {
    const piece = Buffer.alloc((Math.floor(sound.length / samplesPerSample) + 1) * 2);
    let written = 0;
    for (const sample of sound) {
      sum += sample;
      if (++count < samplesPerSample) continue;
      const value = Math.max(-1, Math.min(1, sum / samplesPerSample));
      piece.writeInt16LE(Math.round(value * 32_767), written * 2);
      written += 1;
      sum = 0;
      count = 0;
    }
    samples += written;
    if (samples > longestMinutes * 60 * rate) throw new TooLong();
    pieces.push(piece.subarray(0, written * 2));
  };
  try {
    await decodeOpus(createReadStream(path), addSamples);
  } catch {
    // The decoder has its own errors; the recording stays unchanged.
    return null;
  }
  return samples > 0 ? Buffer.concat([header(samples * 2), ...pieces]) : null;
}

class TooLong extends Error {}

/** The header of a RIFF WAVE with PCM. */
function header(bytes: number): Buffer {
  const head = Buffer.alloc(headerBytes);
  head.write("RIFF", 0, "latin1");
  head.writeUInt32LE(headerBytes - 8 + bytes, 4);
  head.write("WAVEfmt ", 8, "latin1");
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(rate, 24);
  head.writeUInt32LE(rate * 2, 28);
  head.writeUInt16LE(2, 32);
  head.writeUInt16LE(16, 34);
  head.write("data", 36, "latin1");
  head.writeUInt32LE(bytes, 40);
  return head;
}
