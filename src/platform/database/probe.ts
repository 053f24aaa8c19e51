import type { QueryResultRow } from 'pg';
import { WatchedClient } from './watched-client.js';

/** A connection that is asked again and again, outside any pool; when it is lost, the next question makes a new one. */
export class Probe {
  private client: WatchedClient | undefined;

  /** @param onLost called at once, before a new connection is asked anything */
  constructor(
    private readonly url: string,
    private readonly patienceMs: number,
    private readonly onLost: () => void = () => undefined,
  ) {}

  async ask<Row extends QueryResultRow>(sql: string): Promise<Row> {
    const client = this.client ?? (await this.connect());
    try {
      const [row] = (await client.query<Row>(sql)).rows;
      if (row === undefined) throw new Error('The database answered no row.');
      return row;
    } catch (error) {
      this.close(client);
      throw error;
    }
  }

  end(): void {
    if (this.client !== undefined) this.close(this.client);
  }

  private async connect(): Promise<WatchedClient> {
    const client = new WatchedClient({
      connectionString: this.url,
      application_name: 'headgate-replicas',
      connectionTimeoutMillis: this.patienceMs,
      answerMs: this.patienceMs,
    });
    client.on('error', () => this.close(client));
    client.on('end', () => this.close(client));
    await client.connect();
    this.client = client;
    return client;
  }

  private close(client: WatchedClient): void {
    if (this.client !== client) return;
    this.client = undefined;
    this.onLost();
    client.end().catch(() => undefined);
  }
}
