import { AsyncLocalStorage } from 'node:async_hooks';
import type { Pool, QueryConfig, QueryResult, QueryResultRow } from 'pg';
import { type DataSource, type EntityManager, type EntitySchema, type ObjectLiteral, type Repository } from 'typeorm';
import { UnitOfWork } from '../../shared/ports/unit-of-work.js';
import { poolOf } from './connect.js';
import type { Closing, Open, Scope, Witness } from './scope.js';
import { repositoriesOver } from './session-repositories.js';
import { nameOfStatement, traced, tracing } from '../tracing/tracing.js';
import { Transaction } from './transaction.js';

/** A statement on a hot path: PostgreSQL parses and plans it once per connection under this name. */
export interface PreparedStatement {
  readonly name: string;
  readonly text: string;
}

/** Without methods that read a row before they write it, open their own transactions or bypass the session. */
export type Rows<T extends ObjectLiteral> = Omit<
  Repository<T>,
  'save' | 'remove' | 'softRemove' | 'recover' | 'query' | 'manager' | 'queryRunner' | 'extend' | 'clear'
>;

/**
 * One for all sessions of a process: Node copies each such storage's value onto every promise, even when its session is
 * long gone.
 */
const current = new AsyncLocalStorage<Scope>();
/** Also finds what only looks like one: that costs a transaction. */
const WRITES = /\b(?:INSERT|UPDATE|DELETE|MERGE)\b/i;
const WRITING = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE']);

/**
 * The one door to the database. Inside `run` every statement joins the open transaction, wherever the call comes from;
 * outside, each statement stands alone. A nested `run` joins the outer one.
 */
export class TypeOrmSession extends UnitOfWork {
  private readonly repositories: EntityManager;

  /** @param noteOfWrite is sent after each transaction, and after each statement that writes outside of one */
  constructor(
    private readonly dataSource: DataSource,
    private readonly noteOfWrite?: () => QueryConfig<unknown[]> | undefined,
  ) {
    super();
    this.repositories = repositoriesOver(dataSource, {
      send: (statement, values) => this.send(statement, values),
      isInTransaction: () => this.isInTransaction,
    });
  }

  /**
   * Its statements go the same way as all others: inside `run` they join the open transaction, outside each stands
   * alone.
   */
  repository<T extends ObjectLiteral>({ options }: EntitySchema<T>): Rows<T> {
    return this.repositories.getRepository<T>(options.target ?? options.name);
  }

  async query<Row extends QueryResultRow>(sql: string | PreparedStatement, values: readonly unknown[] = []): Promise<Row[]> {
    return (await this.send<Row>(sql, values)).rows;
  }

  /** @returns the number of changed rows, which tells a single-use secret whether it was the first */
  async execute(sql: string | PreparedStatement, values: readonly unknown[] = []): Promise<number> {
    return (await this.send(sql, values)).rowCount ?? 0;
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    const open = this.opened();
    if (open === undefined) return this.begin(null, work);
    try {
      return await work();
    } catch (error) {
      if (open.common !== null) open.common.failure ??= { error };
      throw error;
    }
  }

  together<T>(work: () => Promise<T>): Promise<T> {
    const open = this.opened();
    if (open === undefined) return this.begin({}, work);
    return current.run({ ...open, common: open.common ?? {} }, work);
  }

  /**
   * Collects rows that nothing reads back in the open transaction, so that all of a kind are written by one statement
   * right before the commit; without an open transaction they are written at once.
   * @param write the same function each time
   */
  async defer<Row>(rows: readonly Row[], write: (rows: readonly Row[]) => Promise<void>): Promise<void> {
    const open = this.opened();
    if (open === undefined) return write(rows);
    const collected = open.deferred.get(write);
    if (collected === undefined) {
      const first = [...rows];
      open.deferred.set(write, { rows: first, write: () => write(first) });
    } else for (const row of rows) collected.rows.push(row);
  }

  get isInTransaction(): boolean {
    return this.opened() !== undefined;
  }

  /** Whether replicas answer any reads. */
  get notesWrites(): boolean {
    return this.noteOfWrite !== undefined;
  }

  /** Outside of units of work the statements of `read` go to the replica. */
  readingFrom<T>(replica: Pool, read: () => Promise<T>): Promise<T> {
    return current.run({ session: this, outer: current.getStore(), replica }, read);
  }

  /** As if something had been written just now. */
  async noteWrite(): Promise<void> {
    const note = this.noteOfWrite?.();
    // A failure to record it does not undo the write.
    if (note !== undefined)
      await poolOf(this.dataSource)
        .query(note)
        .catch(() => undefined);
  }

  /**
   * Does work whose last unit of work is committed once its outcome is known, together with what `close` writes about
   * it. Everything that asks the database after a unit of work finds it committed, as always.
   * @param work never fails
   */
  async closing<T>(work: () => Promise<T>, { mark, close }: Witness<T>): Promise<T> {
    const closing: Closing = {
      session: this,
      outer: current.getStore(),
      mark,
      isMarked: false,
      waiting: null,
      passing: Promise.resolve(),
      isOver: false,
    };
    const outcome = await current.run(closing, work);
    closing.isOver = true;
    await closing.passing;
    const { waiting } = closing;
    if (waiting === null) await this.run(() => close(outcome, false));
    else await this.complete(waiting, () => close(outcome, true));
    return outcome;
  }

  /** @param isLast whether it may wait until it is known that nothing follows it */
  private async begin<T>(common: Open['common'], work: () => Promise<T>, isLast = true): Promise<T> {
    const closing = this.closingHere();
    if (closing !== undefined) await this.passOn(closing);
    const transaction = new Transaction(this.dataSource.createQueryRunner(), this.noteOfWrite?.());
    const open: Open = { session: this, outer: current.getStore(), transaction, common, deferred: new Map() };
    const result = await current.run(open, work).catch((error: unknown) => this.abandon(open, error));
    if (closing === undefined || closing.isOver) await this.complete(open);
    else if (closing.waiting === null && isLast) closing.waiting = open;
    else await this.completeMarked(open, closing);
    return result;
  }

  private async completeMarked(open: Open, closing: Closing): Promise<void> {
    await this.complete(open, closing.isMarked ? undefined : closing.mark);
    closing.isMarked = true;
  }

  /** @param witness writes last before the commit */
  private async complete(open: Open, witness?: () => Promise<void>): Promise<void> {
    try {
      await current.run(open, async () => {
        const writes = [...open.deferred.values()].map(({ write }) => write);
        if (witness !== undefined) writes.push(witness);
        const last = writes.pop();
        for (const write of writes) await write();
        await open.transaction.commit(last);
      });
    } catch (error) {
      return await this.abandon(open, error);
    }
    await open.transaction.release();
  }

  private async abandon({ transaction }: Open, error: unknown): Promise<never> {
    await transaction.rollBack();
    await transaction.release();
    throw error;
  }

  /** Something follows the waiting unit of work, so that it was not the last. */
  private passOn(closing: Closing): Promise<void> {
    const { waiting } = closing;
    closing.waiting = null;
    if (waiting !== null) closing.passing = this.completeMarked(waiting, closing);
    return closing.passing;
  }

  /** Also while a replica is read. */
  private closingHere(): Closing | undefined {
    let scope = this.scope();
    while (scope !== undefined && (scope.session !== this || 'replica' in scope)) scope = scope.outer;
    return scope !== undefined && 'mark' in scope && !scope.isOver ? scope : undefined;
  }

  private opened(): Open | undefined {
    const scope = this.scope();
    if (scope === undefined || 'mark' in scope || 'replica' in scope) return undefined;
    const failure = scope.common?.failure;
    if (failure !== undefined) throw failure.error;
    return scope;
  }

  /** The innermost one of this session. */
  private scope(): Scope | undefined {
    let scope = current.getStore();
    while (scope !== undefined && scope.session !== this) scope = scope.outer;
    return scope;
  }

  /** All statements pass here. */
  protected send<Row extends QueryResultRow>(sql: string | PreparedStatement, values: readonly unknown[]): Promise<QueryResult<Row>> {
    if (tracing() === undefined) return this.sendNow(sql, values);
    const name = nameOfStatement(sql);
    const attributes = { 'db.system.name': 'postgresql', 'db.query.summary': name };
    return traced(name, 'CLIENT', attributes, () => this.sendNow<Row>(sql, values));
  }

  private async sendNow<Row extends QueryResultRow>(
    sql: string | PreparedStatement,
    values: readonly unknown[],
  ): Promise<QueryResult<Row>> {
    const statement = typeof sql === 'string' ? { text: sql, values: [...values] } : { ...sql, values: [...values] };
    const open = this.opened();
    if (open !== undefined) return open.transaction.send<Row>(statement);
    const closing = this.closingHere();
    if (closing !== undefined) {
      await this.passOn(closing);
      // What stands alone is a commit too, after which the work must not be done again.
      if (!closing.isMarked && WRITES.test(statement.text)) return this.begin(null, () => this.sendNow<Row>(sql, values), false);
    }
    const scope = this.scope();
    if (scope !== undefined && 'replica' in scope) return scope.replica.query<Row>(statement);
    const result = await poolOf(this.dataSource).query<Row>(statement);
    if (WRITING.has(result.command) && result.rowCount !== 0) await this.noteWrite();
    return result;
  }
}
