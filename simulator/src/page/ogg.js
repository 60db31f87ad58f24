// Packs Opus packets into an Ogg file (RFC 3533, RFC 7845), the format of Telegram's voice notes, which no Chromium
// records itself.

const TABLE = Uint32Array.from({ length: 256 }, (_, n) => {
  let crc = n << 24;
  for (let bit = 0; bit < 8; bit += 1) crc = crc & 0x80000000 ? (crc << 1) ^ 0x04c11db7 : crc << 1;
  return crc >>> 0;
});

function checksum(bytes) {
  let crc = 0;
  for (const byte of bytes) crc = ((crc << 8) ^ TABLE[((crc >>> 24) ^ byte) & 0xff]) >>> 0;
  return crc;
}

function oggPage(packets, { sequence, granule, flags }) {
  const lacing = packets.flatMap(({ length }) => [
    ...Array(Math.floor(length / 255)).fill(255),
    length % 255,
  ]);
  const size = packets.reduce((sum, { length }) => sum + length, 0);
  const page = new Uint8Array(27 + lacing.length + size);
  const view = new DataView(page.buffer);
  page.set(new TextEncoder().encode("OggS"));
  page[5] = flags;
  view.setBigInt64(6, BigInt(granule), true);
  view.setUint32(14, 0x50524c59, true);
  view.setUint32(18, sequence, true);
  page[26] = lacing.length;
  page.set(lacing, 27);
  let offset = 27 + lacing.length;
  for (const packet of packets) {
    page.set(packet, offset);
    offset += packet.length;
  }
  view.setUint32(22, checksum(page), true);
  return page;
}

function headers(preSkip) {
  const head = new Uint8Array(19);
  const view = new DataView(head.buffer);
  head.set(new TextEncoder().encode("OpusHead"));
  head[8] = 1;
  head[9] = 1;
  view.setUint16(10, preSkip, true);
  view.setUint32(12, 48_000, true);
  const vendor = new TextEncoder().encode("parley");
  const tags = new Uint8Array(16 + vendor.length);
  tags.set(new TextEncoder().encode("OpusTags"));
  new DataView(tags.buffer).setUint32(8, vendor.length, true);
  tags.set(vendor, 12);
  return [head, tags];
}

const FRAME = 960;
const PRE_SKIP = 312;
const PACKETS_PER_PAGE = 50;

function packOgg(packets) {
  const [head, tags] = headers(PRE_SKIP);
  const pages = [
    oggPage([head], { sequence: 0, granule: 0, flags: 2 }),
    oggPage([tags], { sequence: 1, granule: 0, flags: 0 }),
  ];
  for (let first = 0; first < packets.length; first += PACKETS_PER_PAGE) {
    const some = packets.slice(first, first + PACKETS_PER_PAGE);
    const done = first + some.length;
    const flags = done === packets.length ? 4 : 0;
    pages.push(oggPage(some, { sequence: pages.length, granule: done * FRAME, flags }));
  }
  return new Blob(pages, { type: "audio/ogg" });
}

/** Encodes one channel of 48 kHz samples as an Ogg/Opus blob. */
export async function encodeVoice(samples) {
  const packets = [];
  let failure;
  const encoder = new AudioEncoder({
    output: (chunk) => {
      const packet = new Uint8Array(chunk.byteLength);
      chunk.copyTo(packet);
      packets.push(packet);
    },
    error: (error) => {
      failure = error;
    },
  });
  encoder.configure({ codec: "opus", sampleRate: 48_000, numberOfChannels: 1, bitrate: 24_000 });
  const data = new AudioData({
    format: "f32-planar",
    sampleRate: 48_000,
    numberOfFrames: samples.length,
    numberOfChannels: 1,
    timestamp: 0,
    data: samples,
  });
  encoder.encode(data);
  await encoder.flush();
  encoder.close();
  if (failure) throw failure;
  return packOgg(packets);
}
