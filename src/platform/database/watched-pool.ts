import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { type ClientBase, Pool, type PoolClient, type PoolConfig } from 'pg';
import { isReadOnly, isWriteRefused } from './database-errors.js';
import { ConnectionGivenUp, KEEPALIVE_MS, WatchedClient } from './watched-client.js';

/** For statements under way when the pool is closed: whoever sent them is gone. */
const LAST_ANSWERS_MS = 2_000;

type Connected = (error: Error | undefined, client: PoolClient | undefined, done: (release?: unknown) => void) => void;

/** A pool that recovers by itself from connections on which the server, or what stands before it, has gone silent. */
export class WatchedPool extends Pool {
  /** The server refused to write: its disk is full, or it only reads. True until somebody who tried again says otherwise. */
  hasRefusedWrites = false;
  /** Hears how long somebody waited for a connection, where none was free. */
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

  /** How many connections there may be. */
  get most(): number {
    return this.options.max;
  }

  override connect(): Promise<PoolClient>;
  override connect(callback: Connected): void;
  override connect(callback?: Connected): Promise<PoolClient> | undefined {
    const tell = this.waitBegins();
    if (callback === undefined) {
      const connected = super.connect();
      // The promise itself is given back: one tick later the connection may have ended unheard.
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

  /** When the server last said anything on any connection, by `performance.now()`. */
  get heardAt(): number {
    for (const client of this.open) this.lastHeardAt = Math.max(this.lastHeardAt, client.heardAt);
    return this.lastHeardAt;
  }

  /** After a failover the old server may go on answering: new connections lead to wherever the address leads now. */
  leaveReadOnlyServer(asked?: WatchedClient): void {
    this.giveUpResting(new ConnectionGivenUp('The database server only reads.', performance.now()));
    void asked?.end();
  }

  /** Whoever waits for an answer on any connection hears at once that none comes. */
  giveUp(message: string): void {
    const reason = new ConnectionGivenUp(message, performance.now());
    for (const client of [...this.open]) client.giveUp(reason);
  }

  /** Waits for no dead connection, and for nobody who does not give theirs back. */
  override end(): Promise<void>;
  override end(callback: (error?: unknown) => void): void;
  override end(callback?: (error?: unknown) => void): Promise<void> | undefined {
    const ended = this.endSoon();
    if (callback === undefined) return ended;
    void ended.then(() => callback(), callback);
    return undefined;
  }

  /** @returns what tells of the wait when it is over; nothing where nobody listens, or a connection is free */
  private waitBegins(): (() => void) | undefined {
    const { onWait } = this;
    // Idle ones are handed out on the next tick: those who asked before are still counted as waiting.
    if (onWait === undefined || this.idleCount > this.waitingCount) return undefined;
    const startedAt = performance.now();
    return () => onWait((performance.now() - startedAt) / 1000);
  }

  private async endSoon(): Promise<void> {
    const enough = new AbortController();
    // It keeps the process alive: a pool that nobody gives a broken connection back to never ends by itself.
    const late = sleep(LAST_ANSWERS_MS, undefined, enough).catch(() => undefined);
    await Promise.race([super.end(), late]).finally(() => enough.abort());
    for (const client of this.open) client.connection.stream.destroy();
  }

  private watch(base: ClientBase): void {
    const client = watched(base);
    this.open.add(client);
    client.on('error', (error: Error) => {
      // What made one connection silent has mostly met the others, and each would cost another request the whole time of waiting.
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
