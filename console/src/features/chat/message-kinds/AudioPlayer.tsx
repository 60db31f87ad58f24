import type { Message } from "@parley/contract/messages";
import { Pause, Play } from "lucide-react";
import { useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { showDuration } from "../../../ui/time.ts";
import { toast } from "../../../ui/toast.ts";
import { playableAddress } from "./playable.ts";
import { Waveform } from "./Waveform.tsx";

const speeds = [1, 1.5, 2];

/** A recording with play, seek by pointer or keyboard, and speed. */
export function AudioPlayer({ message }: { message: Message }) {
  const { t } = useTranslation();
  const audio = useRef<HTMLAudioElement>(null);
  const [playing, setPlaying] = useState(false);
  const [at, setAt] = useState(0);
  const [speed, setSpeed] = useState(1);
  const [measured, setMeasured] = useState(0);
  const source = useMemo(() => playableAddress(message), [message]);
  const length = message.duration ? message.duration / 1000 : measured;

  function toggle() {
    const player = audio.current;
    if (!player) return;
    if (!player.paused) return player.pause();
    // A failed recording is fetched again.
    if (player.error) player.load();
    player.play().catch((error: unknown) => {
      const leftBefore = error instanceof DOMException && error.name === "AbortError";
      if (!leftBefore) toast(t("message.missing"), "danger");
    });
  }

  function changeSpeed() {
    const next = speeds[(speeds.indexOf(speed) + 1) % speeds.length] ?? 1;
    setSpeed(next);
    if (!audio.current) return;
    // The default is set too: a new link to the same recording begins with it.
    audio.current.defaultPlaybackRate = next;
    audio.current.playbackRate = next;
  }

  return (
    <div className="flex w-[300px] max-w-full items-center gap-2.5 py-0.5">
      <button
        type="button"
        disabled={!message.path}
        aria-label={message.path ? t(playing ? "message.pause" : "message.play") : t("message.arriving")}
        onClick={toggle}
        className={`grid size-9 shrink-0 place-items-center rounded-full bg-accent text-accent-ink max-phone:size-11 ${message.placeholder ? "animate-breathe" : ""}`}
      >
        {playing ? <Pause size={16} className="fill-current" /> : <Play size={16} className="fill-current" />}
      </button>
      <Waveform
        loudness={message.waveform}
        label={t("message.position")}
        at={at}
        length={length}
        onSeek={(seconds) => {
          if (audio.current) audio.current.currentTime = seconds;
          setAt(seconds);
        }}
      />
      <span className="w-9 text-xs text-text-2 tabular-nums">
        {showDuration((playing || at > 0 ? at : length) * 1000)}
      </span>
      <button
        type="button"
        aria-label={t("message.speed", { speed })}
        onClick={changeSpeed}
        className="rounded-chip bg-raised-2 px-1.5 py-0.5 text-xs font-semibold text-text-2 tabular-nums hover:text-text max-phone:bg-transparent max-phone:min-h-11 max-phone:min-w-11"
      >
        {speed}×
      </button>
      {message.path && (
        // biome-ignore lint/a11y/useMediaCaption: a client's recording comes without captions
        <audio
          ref={audio}
          src={source ?? undefined}
          preload="none"
          onPlay={({ currentTarget }) => {
            setPlaying(true);
            pauseOthers(currentTarget);
          }}
          onPause={() => setPlaying(false)}
          onEnded={() => setAt(0)}
          onTimeUpdate={(event) => setAt(event.currentTarget.currentTime)}
          onLoadedMetadata={({ currentTarget: { duration } }) =>
            setMeasured(Number.isFinite(duration) ? duration : 0)
          }
        />
      )}
    </div>
  );
}

/** Pauses the others: one recording plays at a time. */
function pauseOthers(playing: HTMLAudioElement) {
  for (const other of document.querySelectorAll("audio")) if (other !== playing) other.pause();
}
