/** The options that the visitor has turned on, kept in the frame's storage. */
import { storageName } from "../address.ts";
import { allowSound, beep } from "../sound.ts";
import { read, write } from "../storage.ts";
import { type Choices, change, chat } from "./store.ts";

export function recallChoices(): void {
  const turnedOn = (read(storageName("choices")) ?? "").split(" ");
  change({ choices: { sound: turnedOn.includes("sound"), title: turnedOn.includes("title") } });
}

export function choose(patch: Partial<Choices>): void {
  const choices = { ...chat().choices, ...patch };
  change({ choices });
  const turnedOn = (["sound", "title"] as const).filter((name) => choices[name]);
  write(storageName("choices"), turnedOn.join(" "));
  if (!patch.sound) return;
  allowSound();
  beep();
}
