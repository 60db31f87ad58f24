/** Decoders for the recordings that messengers send, each passing on one channel's samples piece by piece. */
import type { Readable } from "node:stream";
import { MPEGDecoder } from "mpg123-decoder";
import { OggOpusDecoder } from "ogg-opus-decoder";

type OnSamples = (samples: Float32Array) => void;

export async function decodeOpus(sound: Readable, onSamples: OnSamples): Promise<void> {
  const decoder = new OggOpusDecoder();
  await decoder.ready;
  for await (const chunk of sound) onSamples(first(await decoder.decode(chunk)));
  onSamples(first(await decoder.flush()));
}

export async function decodeMpeg(sound: Readable, onSamples: OnSamples): Promise<void> {
  const decoder = new MPEGDecoder();
  await decoder.ready;
  for await (const chunk of sound) onSamples(first(decoder.decode(chunk)));
}

const nothing = new Float32Array(0);
const first = ({ channelData }: { channelData: Float32Array[] }) => channelData[0] ?? nothing;

/** RIFF WAVE with 16-bit samples, which is what recorders write. Throws on anything else. */
export async function decodeWave(sound: Readable, onSamples: OnSamples): Promise<void> {
  const wave = Buffer.concat(await sound.toArray());
  let channels = 0;
  for (let at = 12; at + 8 <= wave.length; ) {
    const id = wave.toString("latin1", at, at + 4);
    const length = wave.readUInt32LE(at + 4);
    const body = wave.subarray(at + 8, at + 8 + length);
    if (id === "fmt ") {
      if (body.readUInt16LE(14) !== 16) throw new Error("Only 16-bit samples are read");
      channels = body.readUInt16LE(2);
    }
    if (id === "data" && channels > 0) onSamples(firstChannel(body, channels));
    at += 8 + length + (length % 2);
  }
}

function firstChannel(data: Buffer, channels: number): Float32Array {
  const samples = new Float32Array(Math.floor(data.length / 2 / channels));
  for (let index = 0; index < samples.length; index++) {
    samples[index] = data.readInt16LE(index * 2 * channels) / 32_768;
  }
  return samples;
}
