import { DataSource, type DataSourceOptions } from 'typeorm';
import { USUAL_DEADLINES } from '../config/database.js';
import { WatchedPool } from './watched-pool.js';

export interface ConnectionSettings {
  readonly url: string;
  readonly poolSize: number;
  /** A statement, or a transaction that does nothing, is given up after this time; 0 for never. */
  readonly patienceMs: number;
  /** See `DatabaseDeadlines`; the defaults when left out. */
  readonly answerMs?: number;
  readonly connectMs?: number;
  readonly entities: DataSourceOptions['entities'];
  readonly migrations: DataSourceOptions['migrations'];
  readonly onPoolError: (error: Error) => void;
}

/** The database could not be reached at start; the message is for the operator and holds no password. */
class DatabaseUnreachable extends Error {
  constructor(url: string, cause: unknown) {
    const { hostname, port, pathname } = new URL(url);
    const reason = cause instanceof Error ? cause.message || ((cause as { code?: string }).code ?? cause.name) : 'unknown error';
    super(
      `Cannot connect to the database ${hostname}:${port || '5432'}${pathname}: ${reason}. Check DATABASE_URL and that the server runs.`,
    );
    this.name = 'DatabaseUnreachable';
  }
}

/** For what describes the application and never asks the database. */
export function unconnected(): DataSource {
  return new DataSource({ type: 'postgres' });
}

/** @throws DatabaseUnreachable */
export async function connect(settings: ConnectionSettings): Promise<DataSource> {
  const dataSource = new DataSource({
    type: 'postgres',
    url: settings.url,
    applicationName: 'headgate',
    entities: settings.entities ?? [],
    migrations: settings.migrations ?? [],
    migrationsTableName: 'schema_migrations',
    // Entities have private constructors that take their whole state; TypeORM would call them without any.
    entitySkipConstructor: true,
    synchronize: false,
    logging: false,
    installExtensions: false,
    poolSize: settings.poolSize,
    connectTimeoutMS: settings.connectMs ?? USUAL_DEADLINES.connectMs,
    driver: { Pool: WatchedPool },
    poolErrorHandler: settings.onPoolError,
    extra: {
      answerMs: settings.answerMs ?? (settings.patienceMs === 0 ? 0 : USUAL_DEADLINES.answerMs),
      // Statements that are sent together are answered together, in their order.
      pipeline: true,
      idleTimeoutMillis: 60_000,
      statement_timeout: settings.patienceMs,
      idle_in_transaction_session_timeout: settings.patienceMs,
    },
  });
  try {
    return await dataSource.initialize();
  } catch (error) {
    throw new DatabaseUnreachable(settings.url, error);
  }
}

/** The pool that TypeORM keeps to itself. */
export function poolOf(dataSource: DataSource): WatchedPool {
  const { master } = dataSource.driver as unknown as { readonly master: unknown };
  if (!(master instanceof WatchedPool)) throw new Error('The data source was not connected here.');
  return master;
}
