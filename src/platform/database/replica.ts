import { inBytes, type LogPosition } from './last-writes.js';
import { OwnDatabase } from './own-database.js';
import { Probe } from './probe.js';
import { WatchedPool } from './watched-pool.js';

/** What tells one database from another, and one server from another. */
export interface Identity {
  readonly system: string;
  readonly database: string;
  /** Identifies a table that every installation has, as the role finds it; `null` if it does not exist yet. */
  readonly table: string | null;
  /** A standby of another server has a history that never happened here. */
  readonly timeline: number;
}

export const IDENTITY = `(SELECT system_identifier::text FROM pg_control_system()) AS system,
  (SELECT oid::text FROM pg_database WHERE datname = current_database()) AS database,
  to_regclass('schema_migrations')::oid::text AS "table", (SELECT timeline_id FROM pg_control_checkpoint()) AS timeline`;

const LOOK = `SELECT pg_is_in_recovery() AS "isStandby", ${IDENTITY},
  CASE WHEN pg_is_in_recovery() THEN ${inBytes('pg_last_wal_replay_lsn()')} ELSE 0 END AS replayed`;

const REPLAYED = `SELECT ${inBytes('pg_last_wal_replay_lsn()')} AS replayed`;

interface Look extends Identity {
  readonly isStandby: boolean;
  readonly replayed: LogPosition;
}

/** Why a replica is not used: permanently, or for now. */
export type Fault = 'primary' | 'other_server' | 'other_database' | 'other_tables' | 'unreachable';

export interface ReplicaSettings {
  readonly url: string;
  readonly poolSize: number;
  readonly statementMs: number;
  readonly answerMs: number;
  /** How long it may be silent before the primary is asked instead. */
  readonly patienceMs: number;
  readonly onPoolError: (error: Error) => void;
}

/** A standby of the server of the service. */
export class Replica {
  readonly pool: WatchedPool;
  /** Host, port and database, without any secret. */
  readonly address: string;
  fault: Fault | undefined = 'unreachable';
  replayed: LogPosition = 0;
  private readonly probe: Probe;

  constructor({ url, poolSize, statementMs, answerMs, patienceMs, onPoolError }: ReplicaSettings) {
    const { host, port, database } = new OwnDatabase(url);
    this.address = `${host}:${port}/${database}`;
    this.probe = new Probe(url, patienceMs, () => (this.fault ??= 'unreachable'));
    this.pool = new WatchedPool({
      connectionString: url,
      application_name: 'headgate',
      max: poolSize,
      connectionTimeoutMillis: patienceMs,
      answerMs,
      idleTimeoutMillis: 60_000,
      statement_timeout: statementMs,
    });
    this.pool.on('error', onPoolError);
  }

  async look(primary: Identity): Promise<void> {
    try {
      const found = await this.probe.ask<Look & object>(LOOK);
      this.replayed = found.replayed;
      this.fault = faultOf(found, primary);
    } catch {
      this.fault = 'unreachable';
      // The primary answers requests that wait there.
      this.pool.giveUp('The replica does not answer.');
    }
  }

  /** It failed: it is not used before the next check. */
  doubt(): void {
    this.fault ??= 'unreachable';
  }

  /** Checks again if it had not caught up when it was last asked. */
  async hasReplayed(position: LogPosition): Promise<boolean> {
    if (this.replayed >= position) return true;
    try {
      const { rows } = await this.pool.query<{ replayed: LogPosition | null }>(REPLAYED);
      this.replayed = Math.max(this.replayed, rows[0]?.replayed ?? 0);
    } catch {
      this.doubt();
    }
    return this.fault === undefined && this.replayed >= position;
  }

  async close(): Promise<void> {
    this.probe.end();
    await this.pool.end();
  }
}

function faultOf(found: Look, primary: Identity): Fault | undefined {
  if (found.system !== primary.system) return 'other_server';
  if (!found.isStandby) return 'primary';
  if (found.database !== primary.database) return 'other_database';
  // It may not have replayed the creation of the table yet.
  if (found.table === null) return 'unreachable';
  // After a failover, a healthy standby shows it with its next restartpoint.
  if (found.timeline !== primary.timeline) return 'unreachable';
  return found.table === primary.table ? undefined : 'other_tables';
}
