/** Seconds of an Ogg/Opus recording: its last page says how many samples of 48 kHz came before (RFC 7845 §4). */
export function oggSeconds(bytes: Buffer): number {
  const lastPage = bytes.lastIndexOf("OggS");
  if (lastPage < 0 || lastPage + 14 > bytes.length) return 0;
  return Math.max(1, Math.round(Number(bytes.readBigInt64LE(lastPage + 6)) / 48_000));
}
