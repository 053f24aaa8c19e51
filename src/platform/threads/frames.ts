/**
 * The descriptor on which a process and its parent talk. Node's own channel would accept anything that is sent, however
 * much.
 */
export const CHANNEL = 3;
/** Bytes that say how long the following message is. */
const HEADER = 4;

/** A message is longer than allowed: its sender is no longer trusted. */
class FrameTooLarge extends Error {}

/** JSON after its length. Reading it creates only plain values, even if a hostile process wrote it. @throws FrameTooLarge */
export function frameOf(message: unknown, largest: number): Buffer {
  const text = Buffer.from(JSON.stringify(message));
  if (text.length > largest) throw new FrameTooLarge();
  const frame = Buffer.allocUnsafe(HEADER + text.length);
  frame.writeUInt32BE(text.length);
  text.copy(frame, HEADER);
  return frame;
}

/** Assembles messages as their bytes arrive, and never keeps more of them than the largest may have. */
export class Frames {
  private held = Buffer.alloc(0);
  private bytes = 0;

  constructor(
    private readonly largest: number,
    private readonly take: (message: unknown) => void,
  ) {}

  /** @throws FrameTooLarge as soon as a message announces too much, SyntaxError when it is not JSON */
  push(chunk: Buffer): void {
    this.keep(chunk);
    while (this.bytes >= HEADER) {
      const end = HEADER + this.held.readUInt32BE();
      if (end - HEADER > this.largest) throw new FrameTooLarge();
      if (this.bytes < end) return;
      const text = this.held.toString('utf8', HEADER, end);
      this.held = Buffer.from(this.held.subarray(end, this.bytes));
      this.bytes = this.held.length;
      this.take(JSON.parse(text));
    }
  }

  /** Copied: otherwise each of the bytes that come one by one would be an object of its own. */
  private keep(chunk: Buffer): void {
    const bytes = this.bytes + chunk.length;
    if (bytes > this.held.length) {
      const larger = Buffer.allocUnsafe(Math.max(bytes, 2 * this.held.length));
      this.held.copy(larger, 0, 0, this.bytes);
      this.held = larger;
    }
    chunk.copy(this.held, this.bytes);
    this.bytes = bytes;
  }
}
