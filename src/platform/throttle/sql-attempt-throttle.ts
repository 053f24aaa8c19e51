import { createHash, createHmac } from 'node:crypto';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { partiesOf } from '../../shared/network.js';
import { AttemptThrottle, type ThrottledAction } from '../../shared/ports/attempt-throttle.js';
import { Clock } from '../../shared/ports/clock.js';
import { Config } from '../config/config.js';
import { ApplicationSecrets } from '../crypto/application-secrets.js';
import { type PreparedStatement, TypeOrmSession } from '../database/typeorm-session.js';
import { unseenList } from '../database/unseen.js';

const BLOCKED: PreparedStatement = {
  name: 'throttle_blocked',
  text: `SELECT max(blocked_until) AS "blockedUntil" FROM attempt_throttles WHERE key = ${unseenList('$1', 'text')}`,
};

/**
 * The functions lock first, and then look: each of their statements sees what was committed before it began, so a look behind a lock sees
 * every earlier failure. One attempt after the other for the same account, even when no row exists yet that could be locked. Not for a
 * whole network: its logins need not wait for each other.
 */
const LOCK: PreparedStatement = { name: 'throttle_lock', text: 'SELECT lock_attempts($1, $2) AS "blockedUntil"' };
const COUNT: PreparedStatement = {
  name: 'throttle_count',
  text: 'SELECT count_failed_attempt($1, $2, $3, $4, $5, $6, $7) AS "blockedUntil"',
};
const CLEAR: PreparedStatement = { name: 'throttle_clear', text: 'SELECT clear_attempts($1, $2, $3, $4) AS "blockedUntil"' };

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
    const counted = await this.countedFor(actions);
    return this.ask(BLOCKED, counted, this.clock.now(), [keysOf(counted)]);
  }

  async lock(actions: readonly ThrottledAction[]): Promise<number> {
    const counted = await this.countedFor(actions);
    return this.ask(LOCK, counted, this.clock.now(), [locksOf(counted), keysOf(counted)]);
  }

  /** A single statement, which needs no transaction of its own. */
  async settle(actions: readonly ThrottledAction[], outcome: 'success' | 'failure'): Promise<number> {
    const counted = await this.countedFor(actions);
    const now = this.clock.now();
    const values = [locksOf(counted), keysOf(counted), now];
    // By the same lock as a failure: a right guess among wrong ones waits in the same line, and just as long.
    if (outcome === 'success') return this.ask(CLEAR, counted, now, [...values, keysOf(counted.filter(isCleared))]);
    const each = (of: (action: ThrottledAction) => number): number[] => counted.map(({ action }) => of(action));
    return this.ask(COUNT, counted, now, [
      ...values,
      each(({ freeFailures }) => Math.ceil(freeFailures * this.config.rateLimitMultiplier)),
      each(({ firstWaitSeconds }) => firstWaitSeconds),
      each(({ longestWaitSeconds }) => longestWaitSeconds),
      each(({ forgivenInSeconds }) => forgivenInSeconds),
    ]);
  }

  /** @returns how many counters that no longer matter were removed */
  purge(): Promise<number> {
    return this.session.execute('DELETE FROM attempt_throttles WHERE last_failure_at < $1', [
      new Date(this.clock.now().getTime() - KEPT_MS),
    ]);
  }

  /** @param now by which the statement judges, so that what it found blocked is never answered as 0 */
  private async ask(statement: PreparedStatement, counted: readonly Counted[], now: Date, values: readonly unknown[]): Promise<number> {
    if (counted.length === 0) return 0;
    const [row] = await this.session.query<{ blockedUntil: Date | null }>(statement, values);
    return secondsUntil(row?.blockedUntil ?? null, now);
  }

  /**
   * Hashed under a key of the installation: a reader of the table cannot try out which names were typed. In one order, so that two who
   * count the same never wait for each other.
   */
  private async countedFor(actions: readonly ThrottledAction[]): Promise<Counted[]> {
    const secret = await this.secrets.value('attempt_throttles');
    const counted = actions.flatMap(eachNetwork).map((action) => {
      const subject = createHmac('sha256', secret).update(`${action.scope}:${action.subject}`).digest('base64url');
      return { key: `${action.scope}:${subject}`, action };
    });
    return counted.sort((one, other) => (one.key < other.key ? -1 : 1));
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

function keysOf(counted: readonly Counted[]): string[] {
  return counted.map(({ key }) => key);
}

function isCleared({ action }: Counted): boolean {
  return action.clearedBySuccess;
}

/** Sorted here, so that no collation decides the order of locks. */
function locksOf(counted: readonly Counted[]): string[] {
  const locks = counted.filter(isCleared).map(({ key }) => createHash('sha256').update(key).digest().readBigInt64BE());
  return locks.sort((one, other) => (one < other ? -1 : 1)).map(String);
}

function secondsUntil(moment: Date | null, now: Date): number {
  return moment === null ? 0 : Math.max(0, Math.ceil((moment.getTime() - now.getTime()) / 1000));
}
