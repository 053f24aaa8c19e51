import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import type { Response } from 'express';
import { QuotaExceeded } from '../../../shared/domain-error.js';
import { Clock } from '../../../shared/ports/clock.js';
import { Config } from '../../config/config.js';
import { TypeOrmSession } from '../../database/typeorm-session.js';
import { Logger } from '../../logging/logger.js';

const WINDOW_SECONDS = 60;
const LOOK_EACH_MS = 500;
/** How many rounds pass before non-urgent counts are shared. */
const LOOKS_OF_REST = 10;
/** The share of a quota that one instance counts before it tells the others in its next round. */
const TOLD_AT_ONCE = 0.1;

export interface Quota {
  /** As clients read it. */
  readonly name: string;
  readonly perMinute: number;
}

interface Count {
  /** Counted by all instances, as far as this one knows. */
  known: number;
  /** Counted by this one, and not yet shared with the others. */
  untold: number;
}

/**
 * Counts the requests of each minute in memory, and adds them to the counts of the other instances in the background: by one statement in 5
 * seconds, or within half a second when there are many. No request waits for the database. Raw: sets of counters.
 */
@Injectable()
export class Quotas implements OnApplicationBootstrap, OnModuleDestroy {
  private minute = -1;
  private counts = new Map<string, Count>();
  private timer: NodeJS.Timeout | undefined;
  private looks = 0;
  private isUrgent = false;
  private telling: Promise<void> = Promise.resolve();

  constructor(
    private readonly session: TypeOrmSession,
    private readonly config: Config,
    private readonly clock: Clock,
    private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => {
      this.looks += 1;
      if (this.isUrgent || this.looks % LOOKS_OF_REST === 0) void this.tell();
    }, LOOK_EACH_MS).unref();
  }

  async onModuleDestroy(): Promise<void> {
    clearInterval(this.timer);
    await this.telling;
  }

  /** Counts a request, and says in its answer what is left. @throws QuotaExceeded */
  charge(response: Response, subject: string, { name, perMinute }: Quota): void {
    const seconds = this.clock.now().getTime() / 1000;
    const minute = Math.floor(seconds / WINDOW_SECONDS);
    if (minute !== this.minute) {
      this.minute = minute;
      this.counts = new Map();
    }
    const limit = Math.ceil(perMinute * this.config.rateLimitMultiplier);
    const count = this.countOf(`${name}:${subject}`);
    const used = count.known + count.untold;
    const reset = Math.ceil((minute + 1) * WINDOW_SECONDS - seconds);
    const left = Math.max(0, limit - used - 1);
    append(response, 'RateLimit-Policy', `"${name}";q=${limit};w=${WINDOW_SECONDS}`);
    append(response, 'RateLimit', `"${name}";r=${left};t=${reset}`);
    if (used >= limit) throw new QuotaExceeded(name, reset);
    count.untold += 1;
    if (count.untold >= limit * TOLD_AT_ONCE) this.isUrgent = true;
  }

  /** For what is charged only when it goes wrong: counts nothing. @throws QuotaExceeded when the minute is used up */
  assertLeft(subject: string, { name, perMinute }: Quota): void {
    const seconds = this.clock.now().getTime() / 1000;
    const minute = Math.floor(seconds / WINDOW_SECONDS);
    const count = minute === this.minute ? this.counts.get(`${name}:${subject}`) : undefined;
    if (count === undefined || count.known + count.untold < Math.ceil(perMinute * this.config.rateLimitMultiplier)) return;
    throw new QuotaExceeded(name, Math.ceil((minute + 1) * WINDOW_SECONDS - seconds));
  }

  /** Shares the counts with the other instances, and reads theirs. Never fails: each instance counts on by itself. */
  tell(): Promise<void> {
    this.telling = this.telling.then(() => this.exchange());
    return this.telling;
  }

  purge(): Promise<number> {
    const minute = Math.floor(this.clock.now().getTime() / 1000 / WINDOW_SECONDS);
    return this.session.execute('DELETE FROM quota_counters WHERE minute < $1', [minute]);
  }

  private async exchange(): Promise<void> {
    this.isUrgent = false;
    const { minute, counts } = this;
    // In one order, because another instance locks the same rows.
    const told = [...counts].filter(([, { untold }]) => untold > 0).map(([key, { untold }]) => ({ key, used: untold }));
    if (told.length === 0) return;
    try {
      const rows = await this.session.query<{ key: string; used: number }>(
        `INSERT INTO quota_counters AS known (minute, key, used)
         SELECT $1, key, used FROM jsonb_to_recordset($2::jsonb) AS told (key text, used integer) ORDER BY key
         ON CONFLICT (minute, key) DO UPDATE SET used = known.used + excluded.used
         RETURNING key, used`,
        [minute, JSON.stringify(told)],
      );
      for (const { key, used } of told) {
        const count = counts.get(key);
        if (count !== undefined) count.untold -= used;
      }
      for (const { key, used } of rows) {
        const count = counts.get(key);
        if (count !== undefined) count.known = used;
      }
    } catch (err) {
      this.logger.debug({ err }, 'quotas could not be told to the other instances');
    }
  }

  private countOf(key: string): Count {
    const known = this.counts.get(key);
    if (known !== undefined) return known;
    const count = { known: 0, untold: 0 };
    this.counts.set(key, count);
    return count;
  }
}

/** A request can count for several quotas: the fields are lists. */
function append(response: Response, field: string, item: string): void {
  const before = response.getHeader(field);
  response.setHeader(field, before === undefined ? item : `${String(before)}, ${item}`);
}
