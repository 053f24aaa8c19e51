import type { PoolClient, QueryConfig, QueryResult, QueryResultRow } from 'pg';
import type { QueryRunner } from 'typeorm';

/** What pg keeps of a connection; corked, two statements leave in one packet. */
interface Wire {
  readonly connection: { readonly stream: { cork(): void; uncork(): void } };
}

/**
 * A transaction on its own connection. Its BEGIN goes out with the first statement and its COMMIT, when that can be
 * foreseen, with the last: a small transaction consists of waiting for answers, and these two need no wait.
 */
export class Transaction {
  private state: 'new' | 'open' | 'over' = 'new';
  private isLast = false;

  /** @param note is written after the COMMIT, in the same packet */
  constructor(
    private readonly runner: QueryRunner,
    private readonly note?: QueryConfig<unknown[]>,
  ) {}

  /** The connection is taken from the pool for the first statement. */
  async send<Row extends QueryResultRow>(statement: QueryConfig<unknown[]>): Promise<QueryResult<Row>> {
    const client = (await this.runner.connect()) as PoolClient;
    if (this.state === 'over') throw new Error('The transaction is over: a statement was not awaited.');
    if (this.state === 'open' && !this.isLast) return client.query<Row>(statement);
    const isFirst = this.state === 'new';
    this.state = this.isLast ? 'over' : 'open';
    const answers = inOnePacket(client, () => {
      const begun = isFirst ? client.query('BEGIN') : Promise.resolve();
      const answer = client.query<Row>(statement);
      return [begun, answer, this.isLast ? this.commitOn(client) : Promise.resolve()] as const;
    });
    // Waits for all of them: the connection must not go back to the pool while answers are on the way.
    const [begun, answer, committed] = await Promise.allSettled(answers);
    for (const one of [begun, answer, committed]) if (one.status === 'rejected') throw one.reason as Error;
    return (answer as PromiseFulfilledResult<QueryResult<Row>>).value;
  }

  /** @param last sends one more statement: if that fails, nothing is committed */
  async commit(last?: () => Promise<void>): Promise<void> {
    this.isLast = true;
    await last?.();
    if (this.state === 'open') {
      const client = (await this.runner.connect()) as PoolClient;
      await inOnePacket(client, () => this.commitOn(client));
    }
    this.state = 'over';
  }

  private async commitOn(client: PoolClient): Promise<void> {
    const committed = client.query('COMMIT');
    const noted = this.note === undefined ? undefined : client.query(this.note);
    // A failure to record it does not undo the commit.
    const [result] = await Promise.allSettled([committed, noted]);
    if (result.status === 'rejected') throw result.reason as Error;
  }

  /** Never fails: what counts is the reason for the rollback. */
  async rollBack(): Promise<void> {
    const hasBegun = this.state !== 'new';
    this.state = 'over';
    try {
      // Also after a COMMIT that failed: a connection that died of it is known to be dead only once it has not answered
      // this, and must not serve others until then.
      if (hasBegun) await ((await this.runner.connect()) as PoolClient).query('ROLLBACK');
    } catch {
      // A connection that cannot even do that is lost, together with its transaction.
    }
  }

  async release(): Promise<void> {
    await this.runner.release();
  }
}

function inOnePacket<T>(client: PoolClient, send: () => T): T {
  const { stream } = (client as unknown as Wire).connection;
  stream.cork();
  try {
    return send();
  } finally {
    stream.uncork();
  }
}
