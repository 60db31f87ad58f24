import type { Platform } from "@parley/contract/values";

const marks: Record<Platform, { path: string; colour: string }> = {
  telegram: {
    path: "M3 11.500 20.500 4.500 17.500 20l-5.300-4-2.600 2.600L9.300 14l8-7.200-10 6.200z",
    colour: "bg-telegram",
  },
  whatsapp: {
    path: "M12 3a9 9 0 0 0-7.700 13.600L3 21l4.600-1.200A9 9 0 1 0 12 3zm-3 5h1.500l1 2.400-1 1a7 7 0 0 0 3.300 3.300l1-1L17 14.700c0 1.500-1 2.300-2.300 2.300C11 17 7.500 13 7.500 10A2 2 0 0 1 9 8z",
    colour: "bg-whatsapp",
  },
  viber: {
    path: "M12 3C6.500 3 4 6 4 10.500c0 2.600 1 4.600 3 5.800V21l3.500-3.600c.500.100 1 .100 1.500.100 5.500 0 8-3 8-7S17.500 3 12 3zm-2.500 4 1.700 2.600-1 1.200c.700 1.500 1.600 2.300 3 2.900l1.200-1 2.600 1.600c-.500 1.500-1.400 2-2.500 1.700C11 15 8.300 12.200 7.800 8.900 7.700 7.900 8.400 7.200 9.500 7z",
    colour: "bg-viber",
  },
  web: { path: "M4 5h16v11H10l-4.500 4V16H4z", colour: "bg-web" },
  email: { path: "M3 6h18v12H3zm1.500 1.500L12 13l7.500-5.500z", colour: "bg-email" },
};

/** The platform's mark on the corner of an avatar. The platform is named in the text nearby. */
export function PlatformBadge({ platform }: { platform: Platform }) {
  const { path, colour } = marks[platform];
  return (
    <span
      className={`absolute -right-1 -bottom-1 grid size-[18px] place-items-center rounded-full border-2 border-pane text-on-platform ${colour}`}
    >
      <svg viewBox="0 0 24 24" className="size-[10px] fill-current" aria-hidden="true">
        <path d={path} />
      </svg>
    </span>
  );
}
