// Photos a travel company's clients would send, drawn as SVG; Telegram's side turns them into JPEG.

const frame = (body: string, width = 1280, height = 960) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${body}</svg>`;

const fade = (id: string, top: string, bottom: string) =>
  `<linearGradient id="${id}" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${top}"/><stop offset="1" stop-color="${bottom}"/></linearGradient>`;

const beach = frame(`
  <defs>${fade("sky", "#4aa8e8", "#fde3c0")}${fade("sea", "#1d7fb4", "#63d0cf")}${fade("sand", "#f5dba6", "#e4bd7c")}</defs>
  <rect width="1280" height="960" fill="url(#sky)"/>
  <circle cx="980" cy="250" r="80" fill="#fff3c9"/>
  <rect y="420" width="1280" height="330" fill="url(#sea)"/>
  <path d="M0 520q160-26 320 0t320 0 320 0 320 0" stroke="#fff" stroke-opacity=".45" stroke-width="7" fill="none"/>
  <path d="M0 700q220-60 460-14t480-16 340 20v270H0z" fill="url(#sand)"/>
  <path d="M0 694q220-60 460-14t480-16 340 20" stroke="#fff" stroke-width="15" stroke-opacity=".8" fill="none"/>
  <path d="M330 860V560" stroke="#7d5a3a" stroke-width="14"/>
  <path d="M130 590a200 150 0 0 1 400 0q-50-34-100 0-50-34-100 0-50-34-100 0-50-34-100 0z" fill="#e8503f"/>
  <path d="M230 590q0-130 100-150 100 20 100 150-50-34-100 0-50-34-100 0z" fill="#fff2e0"/>
  <rect x="470" y="820" width="330" height="40" rx="20" fill="#3a8fb7" transform="rotate(-7 600 840)"/>`);

const suitcase = frame(`
  <defs>${fade("wall", "#d9dde2", "#b9c0c8")}${fade("shell", "#e0653c", "#b8431f")}</defs>
  <rect width="1280" height="960" fill="url(#wall)"/><rect y="720" width="1280" height="240" fill="#8d949d"/>
  <ellipse cx="640" cy="842" rx="350" ry="36" fill="#0004"/>
  <path d="M540 250v-120q0-26 26-26h148q26 0 26 26v120" fill="none" stroke="#3d4248" stroke-width="26"/>
  <rect x="370" y="240" width="540" height="580" rx="60" fill="url(#shell)"/>
  ${[450, 550, 650, 750, 840].map((x) => `<rect x="${x}" y="280" width="18" height="500" rx="9" fill="#0002"/>`).join("")}
  <path d="M910 430l-120 60 70 44-96 80 60 30-84 90" fill="none" stroke="#2b1710" stroke-width="13" stroke-linejoin="round"/>
  <circle cx="460" cy="836" r="38" fill="#2c3036"/><path d="M790 836l70 30" stroke="#2c3036" stroke-width="32" stroke-linecap="round"/>`);

const boardingPass = frame(
  `
  <rect width="1280" height="760" fill="#6b5848"/><rect width="1280" height="760" fill="#0002"/>
  <g transform="rotate(-4 640 380)"><rect x="130" y="150" width="1020" height="460" rx="34" fill="#fdfdfb"/>
  <rect x="130" y="150" width="1020" height="104" rx="34" fill="#0b7fa6"/><rect x="130" y="220" width="1020" height="34" fill="#0b7fa6"/>
  <path d="M870 150v460" stroke="#c9cdd2" stroke-width="5" stroke-dasharray="15 15"/>
  <path d="M470 370l130-30 24 12-70 34 24 40-26 4-44-36-48 8z" fill="#0b7fa6"/>
  ${[200, 660].map((x) => `<rect x="${x}" y="330" width="150" height="66" rx="10" fill="#1d2a33"/>`).join("")}
  ${[440, 490, 540].map((y, row) => `<rect x="200" y="${y}" width="${430 - row * 90}" height="22" rx="8" fill="#b4bcc4"/>`).join("")}
  ${Array.from({ length: 30 }, (_, n) => `<rect x="${905 + n * 7}" y="320" width="${n % 3 === 0 ? 5 : 2.5}" height="210" fill="#1d2a33"/>`).join("")}</g>`,
  1280,
  760,
);

const room = frame(`
  <defs>${fade("view", "#7cc2f0", "#d9efe0")}</defs>
  <rect width="1280" height="960" fill="#e9dfd0"/><rect y="700" width="1280" height="260" fill="#a97f58"/>
  <rect x="760" y="120" width="400" height="380" fill="#fff"/><rect x="784" y="144" width="352" height="332" fill="url(#view)"/>
  <path d="M784 420l110-110 80 70 70-90 92 100v86H784z" fill="#5f9d72"/>
  <path d="M740 100h60q-10 220-60 420zM1180 100h-60q10 220 60 420z" fill="#c05f52"/>
  <rect x="110" y="470" width="700" height="300" rx="26" fill="#6b4b35"/><rect x="130" y="540" width="660" height="220" rx="26" fill="#fbf7f0"/>
  <rect x="170" y="490" width="190" height="96" rx="34" fill="#fff"/><rect x="400" y="490" width="190" height="96" rx="34" fill="#fff"/>
  <path d="M130 640h660v100q0 20-20 20H150q-20 0-20-20z" fill="#3f7f8c"/>
  <path d="M60 60l120 190-60 40 90 150" stroke="#b6a68e" stroke-width="7" fill="none"/>
  <ellipse cx="190" cy="130" rx="120" ry="70" fill="#b99b6a" opacity=".5"/>`);

const wave = frame(
  `<path d="M256 476c-116 0-206-88-206-214S140 40 256 40s206 96 206 222-90 214-206 214z" fill="#ffcf4d" stroke="#fff" stroke-width="22"/>
  <circle cx="186" cy="222" r="24" fill="#4a3212"/><circle cx="326" cy="222" r="24" fill="#4a3212"/>
  <path d="M164 300q92 112 184 0z" fill="#8a2f1d"/><path d="M196 336q60 44 120 0 -60-26-120 0z" fill="#ff8f7a"/>
  <circle cx="134" cy="296" r="28" fill="#ff9f6b" opacity=".7"/><circle cx="378" cy="296" r="28" fill="#ff9f6b" opacity=".7"/>`,
  512,
  512,
);

export const SCENES = { beach, suitcase, boardingPass, room };
export const STICKER = wave;
