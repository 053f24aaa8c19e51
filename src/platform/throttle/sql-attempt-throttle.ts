import { createHash, createHmac } from 'node:crypto';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { partiesOf } from '../../shared/network.js';
import { AttemptThrottle, type ThrottledAction } from '../../shared/ports/attempt-throttle.js';
import { Clock } from '../../shared/ports/clock.js';
import { Config } from '../config/config.js';
import { ApplicationSecrets } from '../crypto/application-secrets.js';
import { type PreparedStatement, TypeOrmSession } from '../database/typeorm-session.js';

/** A leaky bucket: what has leaked out since the last failure no longer counts. */
const LEAKED = `greatest(0, t.failures - extract(epoch FROM $2::timestamptz - t.last_failure_at) * $3::float8 / $6::float8) + 1`;

/**
 * Records only if nothing is blocked. The exponent is capped: 2^30 seconds is beyond every longest wait and far from an
 * overflow.
 */
const RECORD_FAILURE: PreparedStatement = {
  name: 'throttle_record_failure',
  text: `
  WITH blocked AS (SELECT max(blocked_until) AS until FROM attempt_throttles WHERE key = ANY($7)), recorded AS (
  INSERT INTO attempt_throttles AS t (key, failures, last_failure_at, blocked_until)
  SELECT $1::text, 1, $2::timestamptz, NULL::timestamptz FROM blocked WHERE NOT coalesce(until > $2, false)
  ON CONFLICT (key) DO UPDATE SET
    failures = ${LEAKED},
    last_failure_at = $2,
    blocked_until = CASE WHEN ${LEAKED} > $3::float8 THEN
      $2::timestamptz + make_interval(secs => least($5::float8, $4::float8 * 2 ^ least(ceil(${LEAKED} - $3::float8) - 1, 30)))
    END)
  SELECT until AS "blockedUntil" FROM blocked`,
};

/** A success clears only if nothing is blocked. After the lock, so that it sees every earlier failure. */
const CLEAR: PreparedStatement = {
  name: 'throttle_clear',
  text: `WITH blocked AS (SELECT max(blocked_until) AS until FROM attempt_throttles WHERE key = ANY($1)),
              cleared AS (DELETE FROM attempt_throttles
                           WHERE key = ANY($2) AND NOT coalesce((SELECT until > $3 FROM blocked), false))
         SELECT until AS "blockedUntil" FROM blocked`,
};

/** How many more failures are free for each wider network: its subscribers share it. */
const WIDER = 4;

/** As long as the longest memory of any throttle. */
const KEPT_MS = 86_400_000;

interface Counted {
  readonly key: string;
  readonly action: ThrottledAction;
}

/** Raw: each login asks it, under locks that TypeORM does not have. */
@Injectable()
export class SqlAttemptThrottle extends AttemptThrottle implements OnModuleInit {
  constructor(
    private readonly session: TypeOrmSession,
    private readonly config: Config,
    private readonly clock: Clock,
    private readonly secrets: ApplicationSecrets,
  ) {
    super();
  }

  /** Before the first unit of work, whose end must not decide whether the key is stored. */
  async onModuleInit(): Promise<void> {
    await this.secrets.value('attempt_throttles');
  }

  async waitSeconds(actions: readonly ThrottledAction[]): Promise<number> {
    return this.waitOf(await this.countedFor(actions));
  }

  async lock(actions: readonly ThrottledAction[]): Promise<number> {
    return this.lockedWaitOf(await this.countedFor(actions));
  }

  async settle(actions: readonly ThrottledAction[], outcome: 'success' | 'failure'): Promise<number> {
    const counted = await this.countedFor(actions);
    if (counted.length === 0) return 0;
    const settled = (): Promise<number> => (outcome === 'success' ? this.clear(counted) : this.count(counted));
    // A single counter without a lock is one statement, which needs no transaction of its own.
    const isOne = counted.length === 1 && counted.every(({ action }) => !action.clearedBySuccess);
    return isOne ? settled() : this.session.run(settled);
  }

  /** @returns how many counters that no longer matter were removed */
  purge(): Promise<number> {
    return this.session.execute('DELETE FROM attempt_throttles WHERE last_failure_at < $1', [
      new Date(this.clock.now().getTime() - KEPT_MS),
    ]);
  }

  private async waitOf(counted: readonly Counted[]): Promise<number> {
    if (counted.length === 0) return 0;
    const [row] = await this.session.query<{ blockedUntil: Date | null }>(
      'SELECT max(blocked_until) AS "blockedUntil" FROM attempt_throttles WHERE key = ANY($1)',
      [counted.map(({ key }) => key)],
    );
    return secondsUntil(row?.blockedUntil ?? null, this.clock.now());
  }

  /**
   * One attempt after the other for the same account, even when no row exists yet that could be locked. Not for a whole
   * network: its logins need not wait for each other. Sorted here, so that no collation decides the order of locks.
   */
  private async lockedWaitOf(counted: readonly Counted[]): Promise<number> {
    if (counted.length === 0) return 0;
    await this.lockCounters(counted);
    return this.waitOf(counted);
  }

  private async count(counted: Counted[]): Promise<number> {
    await this.lockCounters(counted);
    const sorted = counted.sort((a, b) => (a.key < b.key ? -1 : 1));
    let blocking = counted;
    for (const one of sorted) {
      const wait = await this.recordFailure(one, blocking);
      if (wait > 0) return wait;
      // This failure blocks only the next attempt.
      blocking = [];
    }
    return 0;
  }

  /** By the same lock as a failure: a right guess among wrong ones waits in the same line, and just as long. */
  private async clear(counted: readonly Counted[]): Promise<number> {
    await this.lockCounters(counted);
    const now = this.clock.now();
    const cleared = counted.filter(({ action }) => action.clearedBySuccess).map(({ key }) => key);
    const [row] = await this.session.query<{ blockedUntil: Date | null }>(CLEAR, [counted.map(({ key }) => key), cleared, now]);
    return secondsUntil(row?.blockedUntil ?? null, now);
  }

  private async lockCounters(counted: readonly Counted[]): Promise<void> {
    const locks = counted.filter(({ action }) => action.clearedBySuccess).map(({ key }) => lockOf(key));
    if (locks.length === 0) return;
    const inOrder = locks.sort((one, other) => (one < other ? -1 : 1)).map(String);
    await this.session.query('SELECT pg_advisory_xact_lock(lock) FROM unnest($1::bigint[]) AS lock', [inOrder]);
  }

  private async recordFailure({ key, action }: Counted, blocking: readonly Counted[]): Promise<number> {
    const now = this.clock.now();
    const [row] = await this.session.query<{ blockedUntil: Date | null }>(RECORD_FAILURE, [
      key,
      now,
      Math.ceil(action.freeFailures * this.config.rateLimitMultiplier),
      action.firstWaitSeconds,
      action.longestWaitSeconds,
      action.forgivenInSeconds,
      blocking.map((one) => one.key),
    ]);
    return secondsUntil(row?.blockedUntil ?? null, now);
  }

  /** Hashed under a key of the installation: a reader of the table cannot try out which names were typed. */
  private async countedFor(actions: readonly ThrottledAction[]): Promise<Counted[]> {
    const secret = await this.secrets.value('attempt_throttles');
    return actions.flatMap(eachNetwork).map((action) => {
      const subject = createHmac('sha256', secret).update(`${action.scope}:${action.subject}`).digest('base64url');
      return { key: `${action.scope}:${subject}`, action };
    });
  }
}

function eachNetwork(action: ThrottledAction): ThrottledAction[] {
  if (action.isNetwork !== true) return [action];
  const narrowestFirst = [...partiesOf(action.subject)].reverse();
  return narrowestFirst.map((subject, width) => ({
    ...action,
    subject,
    freeFailures: action.freeFailures * WIDER ** width,
  }));
}

function lockOf(key: string): bigint {
  return createHash('sha256').update(key).digest().readBigInt64BE();
}

function secondsUntil(moment: Date | null, now: Date): number {
  return moment === null ? 0 : Math.max(0, Math.ceil((moment.getTime() - now.getTime()) / 1000));
}
