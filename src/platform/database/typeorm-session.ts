import { AsyncLocalStorage } from 'node:async_hooks';
import type { Pool, PoolClient, QueryResult, QueryResultRow } from 'pg';
import { type DataSource, type EntityManager, type ObjectLiteral, type Repository } from 'typeorm';
import { UnitOfWork } from '../../shared/ports/unit-of-work.js';

/** A statement on a hot path: PostgreSQL parses and plans it once per connection under this name. */
export interface PreparedStatement {
  readonly name: string;
  readonly text: string;
}

/** An open transaction. */
interface Open {
  readonly manager: EntityManager;
  /** Of units of work that fail together: what the first of them failed with. */
  readonly common: { failure?: { readonly error: unknown } } | null;
  /** What is written right before the commit, by who writes it. */
  readonly deferred: Map<unknown, Deferred>;
}

interface Deferred {
  readonly rows: unknown[];
  readonly write: () => Promise<void>;
}

/**
 * The one door to the database. Inside `run` every repository and every statement joins the open transaction, wherever
 * the call comes from; outside, each statement stands alone. A nested `run` joins the outer one.
 */
export class TypeOrmSession extends UnitOfWork {
  private readonly current = new AsyncLocalStorage<Open>();

  constructor(private readonly dataSource: DataSource) {
    super();
  }

  /** Asked by class, never by schema or name: TypeORM resolves names across contexts and would answer another's table. */
  repository<T extends ObjectLiteral>(entity: Function & { prototype: T }): Repository<T> {
    return (this.opened()?.manager ?? this.dataSource.manager).getRepository<T>(entity);
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
    return this.current.run({ ...open, common: open.common ?? {} }, work);
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

  private begin<T>(common: Open['common'], work: () => Promise<T>): Promise<T> {
    const deferred: Open['deferred'] = new Map();
    return this.dataSource.transaction((manager) =>
      this.current.run({ manager, common, deferred }, async () => {
        const result = await work();
        for (const { write } of deferred.values()) await write();
        return result;
      }),
    );
  }

  private opened(): Open | undefined {
    const open = this.current.getStore();
    const failure = open?.common?.failure;
    if (failure !== undefined) throw failure.error;
    return open;
  }

  private async send<Row extends QueryResultRow>(
    sql: string | PreparedStatement,
    values: readonly unknown[],
  ): Promise<QueryResult<Row>> {
    const statement = typeof sql === 'string' ? { text: sql, values: [...values] } : { ...sql, values: [...values] };
    return (await this.connection()).query<Row>(statement);
  }

  /** TypeORM's own `query` cannot send prepared statements; its connections can. */
  private async connection(): Promise<Pool | PoolClient> {
    const runner = this.opened()?.manager.queryRunner;
    if (runner !== undefined) return (await runner.connect()) as PoolClient;
    const { master } = this.dataSource.driver as unknown as { readonly master: Pool };
    return master;
  }
}
