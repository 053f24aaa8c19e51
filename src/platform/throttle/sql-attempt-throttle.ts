import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { AttemptThrottle, type ThrottledAction } from '../../shared/ports/attempt-throttle.js';
import { Clock } from '../../shared/ports/clock.js';
import { Config } from '../config/config.js';
import { TypeOrmSession } from '../database/typeorm-session.js';

/** A leaky bucket: what has leaked out since the last failure is no longer held against anyone. */
const LEAKED = `greatest(0, t.failures - extract(epoch FROM $2::timestamptz - t.last_failure_at) * $3::float8 / $6::float8) + 1`;

/** The exponent is capped: 2^30 seconds is beyond every longest wait and far from an overflow. */
const RECORD_FAILURE = `
  INSERT INTO attempt_throttles AS t (key, failures, last_failure_at, blocked_until) VALUES ($1, 1, $2, NULL)
  ON CONFLICT (key) DO UPDATE SET
    failures = ${LEAKED},
    last_failure_at = $2,
    blocked_until = CASE WHEN ${LEAKED} > $3::float8 THEN
      $2::timestamptz + make_interval(secs => least($5::float8, $4::float8 * 2 ^ least(ceil(${LEAKED} - $3::float8) - 1, 30)))
    END`;

@Injectable()
export class SqlAttemptThrottle extends AttemptThrottle {
  constructor(
    private readonly session: TypeOrmSession,
    private readonly config: Config,
    private readonly clock: Clock,
  ) {
    super();
  }

  async waitSeconds(actions: readonly ThrottledAction[]): Promise<number> {
    const [row] = await this.session.query<{ blockedUntil: Date | null }>(
      'SELECT max(blocked_until) AS "blockedUntil" FROM attempt_throttles WHERE key = ANY($1)',
      [actions.map(keyOf)],
    );
    return secondsUntil(row?.blockedUntil ?? null, this.clock.now());
  }

  async settle(actions: readonly ThrottledAction[], outcome: 'success' | 'failure'): Promise<number> {
    await this.takeTurns(actions);
    const wait = await this.waitSeconds(actions);
    if (wait > 0) return wait;
    if (outcome === 'success') {
      const cleared = actions.filter((action) => action.clearedBySuccess).map(keyOf);
      await this.session.execute('DELETE FROM attempt_throttles WHERE key = ANY($1)', [cleared]);
      return 0;
    }
    for (const action of [...actions].sort((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1))) {
      await this.recordFailure(action);
    }
    return 0;
  }

  /** @returns how many counters nobody will miss were removed */
  purge(before: Date): Promise<number> {
    return this.session.execute('DELETE FROM attempt_throttles WHERE last_failure_at < $1', [before]);
  }

  /**
   * One try after the other for the same account, also where no row exists yet that could be locked. Not for a whole
   * network: its logins need not wait for each other. Sorted here, so that no collation decides the order of locks.
   */
  private async takeTurns(actions: readonly ThrottledAction[]): Promise<void> {
    const locks = actions.filter((action) => action.clearedBySuccess).map(lockOf);
    const inOrder = locks.sort((one, other) => (one < other ? -1 : 1)).map(String);
    await this.session.query('SELECT pg_advisory_xact_lock(lock) FROM unnest($1::bigint[]) AS lock', [inOrder]);
  }

  private async recordFailure(action: ThrottledAction): Promise<void> {
    await this.session.execute(RECORD_FAILURE, [
      keyOf(action),
      this.clock.now(),
      Math.ceil(action.freeFailures * this.config.rateLimitMultiplier),
      action.firstWaitSeconds,
      action.longestWaitSeconds,
      action.forgivenInSeconds,
    ]);
  }
}

function keyOf(action: ThrottledAction): string {
  return `${action.scope}:${createHash('sha256').update(action.subject).digest('base64url')}`;
}

function lockOf(action: ThrottledAction): bigint {
  return createHash('sha256').update(keyOf(action)).digest().readBigInt64BE();
}

function secondsUntil(moment: Date | null, now: Date): number {
  return moment === null ? 0 : Math.max(0, Math.ceil((moment.getTime() - now.getTime()) / 1000));
}
