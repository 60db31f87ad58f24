import { encode } from "uqr";

/** Made here, so nobody else sees the secret in it. Dark on light whatever the theme: not every camera reads the reverse. */
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
