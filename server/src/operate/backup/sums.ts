import { createHash } from "node:crypto";
import { sumsEach } from "./format.ts";

/** The running checksums of a backup's members, for both writer and reader. */
export class Sums {
  members = 0;
  private lines: string[] = [];
  private readonly digest = createHash("sha256");
  private lists = 0;

  note(name: string, sha256: string): void {
    const line = `${sha256}  ${name}\n`;
    this.lines.push(line);
    this.digest.update(line);
    this.members += 1;
  }

  isDue(): boolean {
    return this.lines.length >= sumsEach;
  }

  /** The next list, or null when it is empty. */
  nextDue(): { name: string; content: string } | null {
    if (this.lines.length === 0) return null;
    this.lists += 1;
    const content = this.lines.join("");
    this.lines = [];
    return { name: `sums/${String(this.lists).padStart(6, "0")}`, content };
  }

  /** Returns the digest over all lists. */
  end(): string {
    return this.digest.digest("hex");
  }
}
