import { AsyncLocalStorage } from 'node:async_hooks';
import type { Pool, QueryConfig, QueryResult, QueryResultRow } from 'pg';
import { type DataSource, type EntityManager, type EntitySchema, type ObjectLiteral, type Repository } from 'typeorm';
import { UnitOfWork } from '../../shared/ports/unit-of-work.js';
import { poolOf } from './connect.js';
import { repositoriesOver } from './session-repositories.js';
import { Transaction } from './transaction.js';

/** A statement on a hot path: PostgreSQL parses and plans it once per connection under this name. */
export interface PreparedStatement {
  readonly name: string;
  readonly text: string;
}

/** Without what reads a row before it writes it, opens transactions of its own or leads past the session. */
export type Rows<T extends ObjectLiteral> = Omit<
  Repository<T>,
  'save' | 'remove' | 'softRemove' | 'recover' | 'query' | 'manager' | 'queryRunner' | 'extend' | 'clear'
>;

/** An open transaction. */
interface Open {
  readonly session: TypeOrmSession;
  /** The unit of work of another session that this one was begun in. */
  readonly outer: Scope | undefined;
  readonly transaction: Transaction;
  /** Of units of work that fail together: what the first of them failed with. */
  readonly common: { failure?: { readonly error: unknown } } | null;
  /** What is written right before the commit, by who writes it. */
  readonly deferred: Map<unknown, Deferred>;
}

/** Statements go to another server, which only reads. */
interface Elsewhere {
  readonly session: TypeOrmSession;
  readonly outer: Scope | undefined;
  readonly replica: Pool;
}

type Scope = Open | Elsewhere;

interface Deferred {
  readonly rows: unknown[];
  readonly write: () => Promise<void>;
}

/** One for all sessions of a process: Node copies each such storage's value onto every promise, also when its session is long gone. */
const current = new AsyncLocalStorage<Scope>();

const WRITING = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE']);

/**
 * The one door to the database. Inside `run` every statement joins the open transaction, wherever the call comes from;
 * outside, each statement stands alone. A nested `run` joins the outer one.
 */
export class TypeOrmSession extends UnitOfWork {
  private readonly repositories: EntityManager;

  /** @param noteOfWrite is sent behind each transaction, and behind each statement that writes outside of one */
  constructor(
    private readonly dataSource: DataSource,
    private readonly noteOfWrite: () => QueryConfig<unknown[]> | undefined = () => undefined,
  ) {
    super();
    this.repositories = repositoriesOver(dataSource, {
      send: (statement, values) => this.send(statement, values),
      isInTransaction: () => this.isInTransaction,
    });
  }

  /** Its statements go the way of all others: inside `run` they join the open transaction, outside each stands alone. */
  repository<T extends ObjectLiteral>({ options }: EntitySchema<T>): Rows<T> {
    return this.repositories.getRepository<T>(options.target ?? options.name);
  }

  async query<Row extends QueryResultRow>(
    sql: string | PreparedStatement,
    values: readonly unknown[] = [],
  ): Promise<Row[]> {
    return (await this.send<Row>(sql, values)).rows;
  }

  /** @returns the number of rows the statement changed: how a single-use secret learns that it was the first */
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
   * Collects rows that nobody reads back in the open transaction, so that all of a kind are written by one statement right before the
   * commit; where no transaction is open they are written at once.
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

  /** Outside of units of work the statements of `read` go to the replica. */
  readingFrom<T>(replica: Pool, read: () => Promise<T>): Promise<T> {
    return current.run({ session: this, outer: current.getStore(), replica }, read);
  }

  /** As if something had been written just now. */
  async noteWrite(): Promise<void> {
    const note = this.noteOfWrite();
    // What is written has not failed because it could not be noted.
    if (note !== undefined)
      await poolOf(this.dataSource)
        .query(note)
        .catch(() => undefined);
  }

  private async begin<T>(common: Open['common'], work: () => Promise<T>): Promise<T> {
    const transaction = new Transaction(this.dataSource.createQueryRunner(), this.noteOfWrite());
    const deferred: Open['deferred'] = new Map();
    try {
      const open = { session: this, outer: current.getStore(), transaction, common, deferred };
      return await current.run(open, async () => {
        const result = await work();
        const writes = [...deferred.values()].map(({ write }) => write);
        const last = writes.pop();
        for (const write of writes) await write();
        await transaction.commit(last);
        return result;
      });
    } catch (error) {
      await transaction.rollBack();
      throw error;
    } finally {
      await transaction.release();
    }
  }

  private scope(): Scope | undefined {
    let scope = current.getStore();
    while (scope !== undefined && scope.session !== this) scope = scope.outer;
    return scope;
  }

  private opened(): Open | undefined {
    const open = this.scope();
    if (open === undefined || 'replica' in open) return undefined;
    const failure = open.common?.failure;
    if (failure !== undefined) throw failure.error;
    return open;
  }

  /** All statements pass here. */
  protected async send<Row extends QueryResultRow>(
    sql: string | PreparedStatement,
    values: readonly unknown[],
  ): Promise<QueryResult<Row>> {
    const statement = typeof sql === 'string' ? { text: sql, values: [...values] } : { ...sql, values: [...values] };
    const open = this.opened();
    if (open !== undefined) return open.transaction.send<Row>(statement);
    const scope = this.scope();
    if (scope !== undefined && 'replica' in scope) return scope.replica.query<Row>(statement);
    const result = await poolOf(this.dataSource).query<Row>(statement);
    if (WRITING.has(result.command) && result.rowCount !== 0) await this.noteWrite();
    return result;
  }
}
