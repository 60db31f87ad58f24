const SKIES = ["#ff9a62", "#7a8cff", "#4fc3a1", "#e66ba0", "#5ab0f5", "#b07ae8", "#f2b544"];
const SKINS = ["#f6d3b8", "#e2b08c", "#c98d63", "#f0c6a0", "#9a6a48"];
const HAIRS = ["#2b2320", "#5a3a26", "#1d1b22", "#8a5a33", "#c9a063", "#6d6a70"];

/** A drawn portrait, always the same one for the same person. */
export function avatar(seed: number, longHair: boolean): Buffer {
  const pick = (list: string[], salt: number): string =>
    list[mixed(seed + salt * 977) % list.length] ?? "#888";
  const sky = pick(SKIES, 1);
  const hair = pick(HAIRS, 2);
  return Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="640" height="640" viewBox="0 0 100 100">
    <defs><linearGradient id="g" x1="0" y1="0" x2="1" y2="1">
      <stop offset="0" stop-color="${sky}"/><stop offset="1" stop-color="${sky}" stop-opacity=".55"/>
    </linearGradient></defs>
    <rect width="100" height="100" fill="#fff"/><rect width="100" height="100" fill="url(#g)"/>
    ${longHair ? `<path d="M26 78V44a24 24 0 0 1 48 0v34z" fill="${hair}"/>` : ""}
    <path d="M18 100c2-20 16-28 32-28s30 8 32 28z" fill="${pick(SKIES, 4)}"/>
    <rect x="43" y="60" width="14" height="17" rx="7" fill="${pick(SKINS, 3)}"/>
    <ellipse cx="50" cy="46" rx="18" ry="21" fill="${pick(SKINS, 3)}"/>
    <path d="M31 46c-1-16 8-25 19-25s20 9 19 25c-4-9-10-13-15-13-8 0-17 3-23 13z" fill="${hair}"/>
    <circle cx="43" cy="47" r="1.9" fill="#2a211e"/><circle cx="57" cy="47" r="1.9" fill="#2a211e"/>
    <path d="M43 56q7 5 14 0" stroke="#2a211e" stroke-width="1.6" fill="none" stroke-linecap="round"/>
  </svg>`);
}

/** Neighbouring ids must not look alike, so the number is stirred first. */
function mixed(seed: number): number {
  const stirred = Math.imul(seed ^ (seed >>> 15), 0x2c1b3c6d);
  return (stirred ^ (stirred >>> 12)) >>> 8;
}
