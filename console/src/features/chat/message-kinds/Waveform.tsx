type Props = {
  /** 0 to 100, up to 64 steps; null where the sound could not be measured. */
  loudness: number[] | null;
  label: string;
  /** The position in seconds. */
  at: number;
  length: number;
  onSeek: (seconds: number) => void;
};

const bars = 40;

/** The shape of a sound over a slider that does the work for pointer and keyboard. */
export function Waveform({ loudness, label, at, length, onSeek }: Props) {
  const played = length > 0 ? at / length : 0;
  return (
    <span className="relative h-7 min-w-0 flex-1">
      <span aria-hidden="true" className="flex h-full items-center gap-[2px]">
        {Array.from({ length: bars }, (_, index) => index).map((bar) => (
          <i
            key={bar}
            style={{ height: `${heightOf(loudness, bar)}%` }}
            className={`min-h-[3px] flex-1 rounded-full ${bar / bars < played ? "bg-accent-text" : "bg-text-3"}`}
          />
        ))}
      </span>
      <input
        type="range"
        aria-label={label}
        min={0}
        max={length || 1}
        step={0.1}
        value={Math.min(at, length || 1)}
        disabled={length === 0}
        onChange={(event) => onSeek(Number(event.target.value))}
        className="absolute inset-0 size-full cursor-pointer opacity-0 max-phone:-top-2 max-phone:h-11"
      />
    </span>
  );
}

function heightOf(loudness: number[] | null, bar: number): number {
  if (!loudness || loudness.length === 0) return 12;
  return Math.max(10, loudness[Math.floor((bar / bars) * loudness.length)] ?? 10);
}
