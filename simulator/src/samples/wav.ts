const RATE = 8_000;
const SECONDS = 2;
const NOTES = [523.25, 659.25, 783.99, 1046.5];

/** A four-note station chime as 16-bit mono WAV. */
export function chime(): Buffer {
  const count = RATE * SECONDS;
  const file = Buffer.alloc(44 + count * 2);
  file.write("RIFF", 0);
  file.writeUInt32LE(36 + count * 2, 4);
  file.write("WAVEfmt ", 8);
  file.writeUInt32LE(16, 16);
  file.writeUInt16LE(1, 20);
  file.writeUInt16LE(1, 22);
  file.writeUInt32LE(RATE, 24);
  file.writeUInt32LE(RATE * 2, 28);
  file.writeUInt16LE(2, 32);
  file.writeUInt16LE(16, 34);
  file.write("data", 36);
  file.writeUInt32LE(count * 2, 40);
  for (let n = 0; n < count; n += 1) {
    const note = Math.floor((n / count) * NOTES.length);
    const sinceStruck = (n - (note * count) / NOTES.length) / RATE;
    const loudness = Math.exp(-5 * sinceStruck) * 0.6;
    const wave = Math.sin(2 * Math.PI * (NOTES[note] ?? 0) * sinceStruck);
    file.writeInt16LE(Math.round(wave * loudness * 32_767), 44 + n * 2);
  }
  return file;
}
