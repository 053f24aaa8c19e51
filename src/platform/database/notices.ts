import { setTimeout as sleep } from 'node:timers/promises';
import type { OnApplicationShutdown } from '@nestjs/common';
import type { Logger } from '../logging/logger.js';
import type { LockSettings } from './lock-client.js';
import { KEEPALIVE_MS, WatchedClient } from './watched-client.js';

const PAUSE_MS = 1_000;

/**
 * Hears what other instances tell by `NOTIFY`, on one connection that is opened with the first channel. News that arrive while it is lost
 * are missed, so nothing may depend on them: they only speed things up.
 */
export class Notices implements OnApplicationShutdown {
  private readonly channels = new Map<string, (payload: string) => void>();
  private readonly closed = new AbortController();
  private client: WatchedClient | undefined;
  private connecting: Promise<void> | undefined;

  constructor(
    private readonly settings: LockSettings,
    private readonly logger: Logger,
  ) {}

  /** Resolves when it is heard. @param channel a name that is written in the code */
  async listen(channel: string, heard: (payload: string) => void): Promise<void> {
    this.channels.set(channel, heard);
    this.connecting ??= this.connect();
    await this.connecting;
    await this.client?.query(`LISTEN ${channel}`);
  }

  async onApplicationShutdown(): Promise<void> {
    this.closed.abort();
    await this.connecting;
    await this.client?.end();
  }

  private async connect(): Promise<void> {
    const { url, aliveMs } = this.settings;
    while (!this.closed.signal.aborted) {
      const client = new WatchedClient({
        connectionString: url,
        application_name: 'headgate-notices',
        connectionTimeoutMillis: aliveMs,
        keepAlive: true,
        keepAliveInitialDelayMillis: KEEPALIVE_MS,
      });
      client.on('error', () => undefined);
      client.on('notification', ({ channel, payload = '' }) => this.channels.get(channel)?.(payload));
      try {
        await client.connect();
        client.keepAsking(aliveMs);
        for (const channel of this.channels.keys()) await client.query(`LISTEN ${channel}`);
        this.client = client;
        client.once('end', () => void this.connectAgain());
        if (this.closed.signal.aborted) await client.end();
        return;
      } catch (err) {
        await client.end().catch(() => undefined);
        this.logger.warn({ err }, 'news of other instances cannot be heard yet');
        await sleep(PAUSE_MS, undefined, { ref: false });
      }
    }
  }

  private async connectAgain(): Promise<void> {
    if (this.closed.signal.aborted) return;
    await sleep(PAUSE_MS, undefined, { ref: false });
    this.connecting = this.connect();
    await this.connecting;
  }
}
