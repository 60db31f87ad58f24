import {
  BarController,
  BarElement,
  CategoryScale,
  Chart as Drawn,
  Legend,
  LinearScale,
  LineController,
  LineElement,
  PointElement,
  Tooltip,
} from "chart.js";
import { useEffect, useRef } from "react";
import { useTheme } from "../../../ui/theme.ts";

Drawn.register(BarController, BarElement, LineController, LineElement, PointElement);
Drawn.register(CategoryScale, LinearScale, Legend, Tooltip);

export type Series = {
  label: string;
  /** The name of a colour token. */
  colour: "--accent-text" | "--text-3" | "--warn" | "--ok";
  values: (number | null)[];
  /** The address of what is behind a value. */
  to: (at: number) => string;
};

type Props = {
  kind: "bar" | "line";
  /** The days of the values, or whatever they belong to. */
  labels: string[];
  series: Series[];
  show: (value: number) => string;
  onOpen: (address: string) => void;
};

/** Draws series as bars or lines. The table beneath a chart says the same to those who do not see it. */
export function Chart({ kind, labels, series, show, onOpen }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const theme = useTheme((state) => state.theme);
  const drawn = JSON.stringify([kind, labels, series, theme]);
  const latest = useRef({ kind, labels, series, show, onOpen });
  latest.current = { kind, labels, series, show, onOpen };
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is drawn again where what it shows has changed, and not with each read
  useEffect(() => {
    if (!canvas.current) return;
    const chart = draw(canvas.current, latest);
    return () => chart.destroy();
  }, [drawn]);
  return (
    <div aria-hidden="true" className="relative h-[220px] min-w-0">
      <canvas ref={canvas} />
    </div>
  );
}

function draw(canvas: HTMLCanvasElement, latest: { current: Props }): Drawn {
  const { kind, labels, series, show } = latest.current;
  const style = getComputedStyle(canvas);
  const token = (name: string) => style.getPropertyValue(name).trim();
  const font = { family: token("--font") || style.fontFamily, size: 12 };
  const ink = token("--text-2");
  const line = token("--line");
  return new Drawn(canvas, {
    type: kind,
    data: {
      labels,
      datasets: series.map(({ label, colour, values }) => ({
        ...{ label, data: values, backgroundColor: token(colour), borderColor: token(colour) },
        ...(kind === "bar"
          ? { borderRadius: 3, maxBarThickness: 22 }
          : { borderWidth: 2, pointRadius: 2, pointHoverRadius: 4, spanGaps: true }),
      })),
    },
    options: {
      animation: false,
      maintainAspectRatio: false,
      interaction: { mode: "index", intersect: false },
      onHover: (event, near) => {
        canvas.style.cursor = near.length > 0 && event.type !== "mouseout" ? "pointer" : "";
      },
      onClick: (event, near, chart) => {
        // The series that was hit, else the first of that day.
        const [hit = near[0]] = chart.getElementsAtEventForMode(
          event.native as Event,
          "nearest",
          { intersect: true },
          false,
        );
        if (hit) latest.current.onOpen(latest.current.series[hit.datasetIndex]?.to(hit.index) ?? "");
      },
      plugins: {
        legend: {
          display: series.length > 1,
          align: "end",
          labels: { color: ink, font, boxWidth: 10, boxHeight: 10, useBorderRadius: true, borderRadius: 3 },
        },
        tooltip: {
          ...{
            backgroundColor: token("--raised-2"),
            titleColor: token("--text"),
            bodyColor: token("--text"),
          },
          ...{ titleFont: font, bodyFont: font, borderColor: line, borderWidth: 1, boxPadding: 4 },
          callbacks: {
            label: ({ dataset, parsed }) => `${dataset.label}: ${parsed.y === null ? "–" : show(parsed.y)}`,
          },
        },
      },
      scales: {
        x: {
          grid: { display: false },
          border: { color: line },
          ticks: { color: ink, font, maxRotation: 0, autoSkipPadding: 14 },
        },
        y: {
          ...{ beginAtZero: true, border: { display: false }, grid: { color: line } },
          ticks: {
            color: ink,
            font,
            maxTicksLimit: 5,
            precision: 0,
            callback: (value) => show(Number(value)),
          },
        },
      },
    },
  });
}
