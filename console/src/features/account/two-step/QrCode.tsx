import { encode } from "uqr";

/**
 * The code is drawn in the browser, so that the secret stays there. It is dark on light in both themes: some cameras
 * cannot read the reverse.
 */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { ecc: "M", border: 3 });
  const squares = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])));
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="mx-auto size-44 rounded-m bg-qr-light fill-qr-dark"
    >
      <path d={squares.join("")} />
    </svg>
  );
}
