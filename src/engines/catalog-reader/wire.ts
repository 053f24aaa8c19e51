import type { Socket } from 'node:net';
import type { ReadingFault } from './source-reader.js';

/** The most that may arrive for one statement, because about as much is in memory then. */
const MOST_OF_AN_ANSWER = 64 * 1024 ** 2;
const MOST_OF_A_READING = 4 * 1024 ** 3;
const LOOK_EVERY_MS = 20;
/** What a server may send unasked while its connection rests, and how often that is looked at. */
const MOST_AT_REST = 1024 ** 2;
const LOOK_AT_REST_MS = 250;

/** The owner of a name may let it resolve to any number of addresses. */
export const MOST_ADDRESSES = 8;

/** We have ended the connection ourselves; the driver passes this error to the caller that waits for an answer. */
export class CutOff extends Error {
  constructor(readonly fault: ReadingFault) {
    super('The connection was cut.');
  }
}

/**
 * The socket under a driver, with or without TLS. What a driver has taken in of an answer lies outside of the heap, where no
 * limit of the thread counts it; therefore the bytes are counted here.
 */
export class Wire {
  private seen = 0;
  private most = MOST_OF_AN_ANSWER;
  private watching: NodeJS.Timeout | undefined;
  private reason: CutOff | undefined;
  private tellCut: (reason: CutOff) => void = () => undefined;
  private readonly whenCut: Promise<never>;
  /** Also the server has ended it. */
  readonly closed: Promise<void>;

  constructor(private readonly socket: Socket) {
    this.watch(MOST_OF_AN_ANSWER, LOOK_EVERY_MS);
    this.closed = new Promise((resolve) => {
      socket.once('close', () => {
        clearInterval(this.watching);
        resolve();
      });
    });
    // The driver, or this class, hands the error to the caller that waits.
    socket.on('error', () => undefined);
    this.whenCut = new Promise((_, reject) => {
      this.tellCut = reject;
    });
    this.whenCut.catch(() => undefined);
  }

  get isCut(): boolean {
    return this.socket.destroyed;
  }

  /** Call it when a statement is sent: earlier answers are read and released by then. */
  expectAnswer(): void {
    if (this.most !== MOST_OF_AN_ANSWER) this.watch(MOST_OF_AN_ANSWER, LOOK_EVERY_MS);
    this.seen = this.socket.bytesRead;
  }

  /** Until the next statement is sent. To look as often as during a statement would cost more than the statements. */
  rest(): void {
    this.watch(MOST_AT_REST, LOOK_AT_REST_MS);
    this.seen = this.socket.bytesRead;
  }

  /** Ends the connection at once, in any state. */
  cut(reason?: CutOff): void {
    this.socket.destroy(reason);
    if (reason === undefined || this.reason !== undefined) return;
    this.reason = reason;
    this.tellCut(reason);
  }

  /** The reason why we ended the connection; the driver only knows that it is gone. */
  reasonOf(error: unknown): unknown {
    return this.reason ?? error;
  }

  /** Leaves no socket behind when the work fails, takes too long (milliseconds), or is given up. */
  async orCut<T>(work: Promise<T>, timeoutMs: number, stop: AbortSignal | undefined): Promise<T> {
    const giveUp = (): void => this.cut(new CutOff('TIMEOUT'));
    const timer = setTimeout(giveUp, timeoutMs);
    stop?.addEventListener('abort', giveUp, { once: true });
    try {
      if (stop?.aborted === true) giveUp();
      return await Promise.race([work, this.whenCut]);
    } catch (error) {
      this.cut();
      throw this.reasonOf(error);
    } finally {
      clearTimeout(timer);
      stop?.removeEventListener('abort', giveUp);
    }
  }

  private watch(most: number, everyMs: number): void {
    clearInterval(this.watching);
    this.most = most;
    if (!this.socket.destroyed) this.watching = setInterval(() => this.weigh(), everyMs);
  }

  private weigh(): void {
    const { bytesRead } = this.socket;
    const isTooMuch = bytesRead - this.seen > this.most || bytesRead > MOST_OF_A_READING;
    if (isTooMuch) this.cut(new CutOff('TOO_LARGE'));
  }
}
