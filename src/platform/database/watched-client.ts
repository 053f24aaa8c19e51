import type { Socket } from 'node:net';
import { performance } from 'node:perf_hooks';
import { Client, type ClientConfig } from 'pg';
import { withTls } from './tls.js';

/** Until the other side has closed; one that hangs never does. */
const GOODBYE_MS = 1_000;
/** From then on the system probes by itself, once a second and ten times. */
export const KEEPALIVE_MS = 10_000;

/** Has the code of a lost network connection, so that it counts as an outage. */
export class ConnectionGivenUp extends Error {
  readonly code = 'ETIMEDOUT';

  /**
   * @param heardAt when other connections last heard from the server: those that heard nothing since then are in doubt
   * as well
   */
  constructor(
    message: string,
    readonly heardAt: number,
  ) {
    super(message);
    this.name = 'ConnectionGivenUp';
  }
}

/**
 * A connection that is destroyed, including its socket, when a statement on it gets no answer. The `query_timeout` of
 * node-postgres gives up only the statement, and the connection goes back to its pool with an answer that may still
 * come, or never.
 */
export class WatchedClient extends Client {
  /** When the server last sent anything, by `performance.now()`. */
  heardAt = performance.now();
  private readonly answerMs: number;

  /** @param config `answerMs`: how long the server may be silent while a statement waits; 0 for no limit */
  constructor(config: ClientConfig & { readonly answerMs?: number } = {}) {
    super(withTls(config));
    this.answerMs = config.answerMs ?? 0;
    this.once('connect', () => this.watch());
  }

  get isWaiting(): boolean {
    return (this as unknown as { readonly readyForQuery?: boolean }).readyForQuery === false;
  }

  /** Everything that waits for an answer fails with the reason. */
  giveUp(reason: ConnectionGivenUp): void {
    this.connection.stream.destroy(reason);
  }

  /**
   * For a connection that is idle for long: asks by itself whether the server is there, and is more impatient.
   * @returns ends it
   */
  keepAsking(everyMs: number): () => void {
    const socket = this.connection.stream as Socket;
    socket.setTimeout(everyMs);
    const beat = setInterval(() => {
      if (!this.isWaiting) this.query('SELECT').catch(() => undefined);
    }, everyMs).unref();
    const stop = (): void => clearInterval(beat);
    this.once('end', stop);
    return () => {
      stop();
      socket.setTimeout(this.answerMs);
    };
  }

  override end(): Promise<void>;
  override end(callback: (error: Error) => void): void;
  override end(callback?: (error: Error) => void): Promise<void> | undefined {
    const { stream } = this.connection;
    const cut = setTimeout(() => stream.destroy(), GOODBYE_MS).unref();
    stream.once('close', () => clearTimeout(cut));
    if (callback === undefined) return super.end();
    super.end(callback);
    return undefined;
  }

  private watch(): void {
    // With TLS this is not the socket that was connected first.
    const socket = this.connection.stream as Socket;
    this.heardAt = performance.now();
    socket.on('data', () => (this.heardAt = performance.now()));
    socket.on('timeout', () => {
      if (!this.isWaiting) return;
      const heardAt = performance.now() - (socket.timeout ?? 0);
      this.giveUp(new ConnectionGivenUp('The database server did not answer in time.', heardAt));
    });
    socket.setTimeout(this.answerMs);
  }
}
