import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { AttemptThrottle, type ThrottledAction } from '../../shared/ports/attempt-throttle.js';
import { Clock } from '../../shared/ports/clock.js';
import { Config } from '../config/config.js';
import { TypeOrmSession } from '../database/typeorm-session.js';

/**
 * One upsert counts and computes the next wait, so that parallel failures on several instances are all counted.
 * The exponent is capped: 2^30 seconds is beyond every longest wait and far from an overflow.
 */
const RECORD_FAILURE = `
  INSERT INTO attempt_throttles AS t (key, failures, last_failure_at, blocked_until)
  VALUES ($1, 1, $2, NULL)
  ON CONFLICT (key) DO UPDATE SET
    failures = CASE WHEN t.last_failure_at < $2::timestamptz - make_interval(secs => $6) THEN 1 ELSE t.failures + 1 END,
    last_failure_at = $2,
    blocked_until = CASE
      WHEN t.last_failure_at < $2::timestamptz - make_interval(secs => $6) OR t.failures + 1 <= $3 THEN NULL
      ELSE $2::timestamptz + make_interval(secs => least($5::float8, $4::float8 * 2 ^ least(t.failures - $3, 30)))
    END
  RETURNING blocked_until AS "blockedUntil"`;

@Injectable()
export class SqlAttemptThrottle extends AttemptThrottle {
  constructor(
    private readonly session: TypeOrmSession,
    private readonly config: Config,
    private readonly clock: Clock,
  ) {
    super();
  }

  waitSeconds(actions: readonly ThrottledAction[]): Promise<number> {
    return this.longestWait(
      'SELECT max(blocked_until) AS "blockedUntil" FROM attempt_throttles WHERE key = ANY($1)',
      actions,
    );
  }

  async recordFailure(actions: readonly ThrottledAction[]): Promise<number> {
    const now = this.clock.now();
    const waits: number[] = [];
    for (const action of inLockOrder(actions)) {
      const [row] = await this.session.query<{ blockedUntil: Date | null }>(RECORD_FAILURE, [
        keyOf(action),
        now,
        Math.ceil(action.freeFailures * this.config.rateLimitMultiplier),
        action.firstWaitSeconds,
        action.longestWaitSeconds,
        action.forgetAfterSeconds,
      ]);
      waits.push(secondsUntil(row?.blockedUntil ?? null, now));
    }
    return Math.max(0, ...waits);
  }

  async recordSuccess(actions: readonly ThrottledAction[]): Promise<number> {
    const wait = await this.longestWait(
      `SELECT max(blocked_until) AS "blockedUntil"
         FROM (SELECT blocked_until FROM attempt_throttles WHERE key = ANY($1) ORDER BY key FOR UPDATE) locked`,
      actions,
    );
    if (wait > 0) return wait;
    const cleared = actions.filter((action) => action.clearedBySuccess).map(keyOf);
    await this.session.execute('DELETE FROM attempt_throttles WHERE key = ANY($1)', [cleared]);
    return 0;
  }

  /** @returns how many counters nobody will miss were removed */
  purge(before: Date): Promise<number> {
    return this.session.execute('DELETE FROM attempt_throttles WHERE last_failure_at < $1', [before]);
  }

  private async longestWait(sql: string, actions: readonly ThrottledAction[]): Promise<number> {
    const [row] = await this.session.query<{ blockedUntil: Date | null }>(sql, [actions.map(keyOf)]);
    return secondsUntil(row?.blockedUntil ?? null, this.clock.now());
  }
}

/** The same order everywhere, so that two attempts that share keys cannot wait for each other. */
function inLockOrder(actions: readonly ThrottledAction[]): ThrottledAction[] {
  return [...actions].sort((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1));
}

function keyOf(action: ThrottledAction): string {
  return `${action.scope}:${createHash('sha256').update(action.subject).digest('base64url')}`;
}

function secondsUntil(moment: Date | null, now: Date): number {
  return moment === null ? 0 : Math.max(0, Math.ceil((moment.getTime() - now.getTime()) / 1000));
}
