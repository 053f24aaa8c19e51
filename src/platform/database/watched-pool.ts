import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { type ClientBase, Pool, type PoolClient, type PoolConfig } from 'pg';
import { isReadOnly, isWriteRefused } from './database-errors.js';
import { ConnectionGivenUp, KEEPALIVE_MS, WatchedClient } from './watched-client.js';

/** For statements in progress when the pool is closed: their callers are gone. */
const LAST_ANSWERS_MS = 2_000;

export type Connected = (error: Error | undefined, client: PoolClient | undefined, done: (release?: unknown) => void) => void;

/** A pool that recovers by itself from connections on which the server, or what is in front of it, has gone silent. */
export class WatchedPool extends Pool {
  /** The server refused to write: its disk is full, or it is read-only. True until a new attempt succeeds. */
  hasRefusedWrites = false;
  /** Called with how long a caller waited for a connection when none was free. */
  onWait: ((seconds: number) => void) | undefined;
  private readonly open = new Set<WatchedClient>();
  private readonly resting = new Set<WatchedClient>();
  private lastHeardAt = performance.now();

  /** @param config `answerMs`: see `WatchedClient` */
  constructor(config: PoolConfig & { readonly answerMs: number }) {
    super({ ...config, Client: WatchedClient, keepAlive: true, keepAliveInitialDelayMillis: KEEPALIVE_MS });
    this.on('connect', (client) => this.watch(client));
    this.on('acquire', (client) => this.resting.delete(watched(client)));
    this.on('release', (_, client) => this.resting.add(watched(client)));
    this.on('remove', (client) => this.forget(watched(client)));
  }

  /** How many connections are allowed. */
  get most(): number {
    return this.options.max;
  }

  override connect(): Promise<PoolClient>;
  override connect(callback: Connected): void;
  override connect(callback?: Connected): Promise<PoolClient> | undefined {
    const tell = this.waitBegins();
    if (callback === undefined) {
      const connected = super.connect();
      // Returns the promise itself: one tick later the connection may have ended unheard.
      if (tell !== undefined) void connected.then(tell, tell);
      return connected;
    }
    const told: Connected = (error, client, done) => {
      tell?.();
      callback(error, client, done);
    };
    super.connect(tell === undefined ? callback : told);
    return undefined;
  }

  /** When the server last sent anything on any connection, by `performance.now()`. */
  get heardAt(): number {
    for (const client of this.open) this.lastHeardAt = Math.max(this.lastHeardAt, client.heardAt);
    return this.lastHeardAt;
  }

  /** After a failover the old server may keep answering: new connections lead to wherever the address leads now. */
  leaveReadOnlyServer(asked?: WatchedClient): void {
    this.giveUpResting(new ConnectionGivenUp('The database server only reads.', performance.now()));
    void asked?.end();
  }

  /** Everything that waits for an answer on any connection fails at once. */
  giveUp(message: string): void {
    const reason = new ConnectionGivenUp(message, performance.now());
    for (const client of [...this.open]) client.giveUp(reason);
  }

  /** Does not wait for dead connections, or for callers that do not return theirs. */
  override end(): Promise<void>;
  override end(callback: (error?: unknown) => void): void;
  override end(callback?: (error?: unknown) => void): Promise<void> | undefined {
    const ended = this.endSoon();
    if (callback === undefined) return ended;
    void ended.then(() => callback(), callback);
    return undefined;
  }

  /** @returns a function that reports the wait when it is over; nothing if there is no listener, or a connection is free */
  private waitBegins(): (() => void) | undefined {
    const { onWait } = this;
    // Idle ones are handed out on the next tick: earlier callers still count as waiting.
    if (onWait === undefined || this.idleCount > this.waitingCount) return undefined;
    const startedAt = performance.now();
    return () => onWait((performance.now() - startedAt) / 1000);
  }

  private async endSoon(): Promise<void> {
    const enough = new AbortController();
    // It keeps the process alive: a pool to which a broken connection is never returned never ends by itself.
    const late = sleep(LAST_ANSWERS_MS, undefined, enough).catch(() => undefined);
    await Promise.race([super.end(), late]).finally(() => enough.abort());
    for (const client of this.open) client.connection.stream.destroy();
  }

  private watch(base: ClientBase): void {
    const client = watched(base);
    this.open.add(client);
    client.on('error', (error: Error) => {
      // What made one connection silent has mostly affected the others, and each would cost another request the full
      // wait.
      if (error instanceof ConnectionGivenUp) this.giveUpResting(error);
    });
    client.connection.on('errorMessage', (error: Error) => {
      if (!isWriteRefused(error)) return;
      this.hasRefusedWrites = true;
      if (isReadOnly(error)) this.leaveReadOnlyServer(client);
    });
  }

  private giveUpResting(reason: ConnectionGivenUp): void {
    for (const client of [...this.resting]) if (client.heardAt <= reason.heardAt) client.giveUp(reason);
  }

  private forget(client: WatchedClient): void {
    this.lastHeardAt = Math.max(this.lastHeardAt, client.heardAt);
    this.open.delete(client);
    this.resting.delete(client);
  }
}

function watched(client: ClientBase): WatchedClient {
  if (!(client instanceof WatchedClient)) throw new Error('The pool holds a connection that is not watched.');
  return client;
}
