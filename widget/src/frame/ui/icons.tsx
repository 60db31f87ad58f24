const paths = {
  back: "m15 18-6-6 6-6",
  close: "M18 6 6 18M6 6l12 12",
  send: "m22 2-7 20-4-9-9-4zM22 2 11 13",
  attach: "m21 11-9 9a6 6 0 0 1-8.5-8.5l9-9a4 4 0 0 1 5.7 5.7l-9 9a2 2 0 0 1-2.9-2.9l8.3-8.2",
  emoji: "M3 12a9 9 0 1 0 18 0 9 9 0 1 0-18 0M8 14s1.5 2 4 2 4-2 4-2M9 9h.01M15 9h.01",
  check: "m20 6-11 11-5-5",
  offline: "M2 2l20 20M8.5 16.5a5 5 0 0 1 7 0M5 13a10 10 0 0 1 5-2.7M19 13a10 10 0 0 0-3-2",
  more: "M4 12a1 1 0 1 0 2 0 1 1 0 1 0-2 0M11 12a1 1 0 1 0 2 0 1 1 0 1 0-2 0M18 12a1 1 0 1 0 2 0 1 1 0 1 0-2 0",
  reply: "m9 14-5-5 5-5M4 9h10a6 6 0 0 1 6 6v4",
  file: "M14 2H6v20h12V6zM14 2v4h4",
  down: "m6 9 6 6 6-6",
  download: "M12 3v12m-5-5 5 5 5-5M4 21h16",
  plus: "M3 11a8 8 0 1 0 16 0 8 8 0 1 0-16 0M21 21l-4-4M11 8v6M8 11h6",
  less: "M3 11a8 8 0 1 0 16 0 8 8 0 1 0-16 0M21 21l-4-4M8 11h6",
  place: "M12 22s7-7 7-12a7 7 0 1 0-14 0c0 5 7 12 7 12zM12 8a2 2 0 1 0 0 4 2 2 0 0 0 0-4",
};

export function Icon({ name }: { name: keyof typeof paths }) {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true">
      <path d={paths[name]} />
    </svg>
  );
}
