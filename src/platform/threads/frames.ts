/** The descriptor on which a process and its parent talk. Node's own channel would take in whatever is sent, however much. */
export const CHANNEL = 3;
/** Bytes that say how long the message is that follows. */
const HEADER = 4;

/** A message is longer than it may be: whoever sends it is not trusted any more. */
class FrameTooLarge extends Error {}

/** JSON behind its length: to read it makes nothing but plain values, whoever wrote it. @throws FrameTooLarge */
export function frameOf(message: unknown, largest: number): Buffer {
  const text = Buffer.from(JSON.stringify(message));
  if (text.length > largest) throw new FrameTooLarge();
  const frame = Buffer.allocUnsafe(HEADER + text.length);
  frame.writeUInt32BE(text.length);
  text.copy(frame, HEADER);
  return frame;
}

/** Puts messages together as their bytes come, and never keeps more of them than the largest may have. */
export class Frames {
  private held = Buffer.alloc(0);
  private bytes = 0;

  constructor(
    private readonly largest: number,
    private readonly take: (message: unknown) => void,
  ) {}

  /** @throws FrameTooLarge as soon as a message says that it will be, SyntaxError for what is none */
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

  /** Copied: of bytes that come one by one each would else be an object of its own. */
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
