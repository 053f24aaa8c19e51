import { createHash, createHmac, randomUUID } from 'node:crypto';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { canonicalJson } from '../../../shared/json-digest.js';
import { Clock } from '../../../shared/ports/clock.js';
import { SecretBox } from '../../../shared/ports/secret-box.js';
import { ApplicationSecrets } from '../../crypto/application-secrets.js';
import { TypeOrmSession } from '../../database/typeorm-session.js';
import { IdempotencyKeyInUse, IdempotencyKeyReused, TooManyIdempotencyKeys } from './idempotency.errors.js';
import type { KeptAnswer } from './kept-answer.js';

const KEPT_MS = 86_400_000;
/** Longer than any request that makes something takes. One that still takes longer can no longer change anything. */
const CLAIM_MS = 60_000;
const MOST_OF_ACCOUNT = 10_000;
const LONGEST_ANSWER = 64 * 1024;
const TRIES = 3;

/** One attempt to answer a request that came with a key. */
export interface Claim {
  readonly id: string;
  readonly attempt: string;
}

export interface KeyedRequest {
  readonly userId: number;
  readonly key: string;
  /** Method and path: a path names the organization, so a key counts separately in each of them. */
  readonly route: string;
  /** Everything else that the answer depends on. */
  readonly body: unknown;
}

/** Raw: a claim is one statement that twenty can send at once, and every commit of the request is fenced by another. */
@Injectable()
export class SqlIdempotencyKeys implements OnModuleInit {
  constructor(
    private readonly session: TypeOrmSession,
    private readonly secretBox: SecretBox,
    private readonly secrets: ApplicationSecrets,
    private readonly clock: Clock,
  ) {}

  /** Before the first unit of work, whose end must not decide whether the key is stored. */
  async onModuleInit(): Promise<void> {
    await this.secrets.value('idempotency_keys');
  }

  /**
   * @returns the claim, or the answer to the first request
   * @throws IdempotencyKeyInUse, IdempotencyKeyReused, TooManyIdempotencyKeys
   */
  async claim({ userId, key, route, body }: KeyedRequest): Promise<Claim | KeptAnswer> {
    const id = createHash('sha256').update(`${userId}\n${route}\n${key}`).digest('base64url');
    const requestHash = await this.hashOf(id, body);
    for (let tries = 0; tries < TRIES; tries += 1) {
      const attempt = randomUUID();
      if (await this.insert(id, userId, requestHash, attempt)) return { id, attempt };
      const [found] = await this.session.query<Found>(
        `SELECT request_hash AS "requestHash", answer_sealed AS "answerSealed", has_changed AND claimed_at <= $2 AS "isLost"
           FROM idempotency_keys WHERE id = $1`,
        [id, this.ago(CLAIM_MS)],
      );
      if (found !== undefined) return this.answerOf(id, requestHash, found);
      if (await this.isFull(userId)) throw new TooManyIdempotencyKeys();
    }
    throw new IdempotencyKeyInUse();
  }

  /** In the transaction that is about to be committed. @throws IdempotencyKeyInUse if another request has taken the key */
  async mark({ id, attempt }: Claim): Promise<void> {
    await this.fenced('has_changed = true', [id, attempt]);
  }

  /**
   * In the transaction that is about to be committed. @throws IdempotencyKeyInUse when another request has the key
   * meanwhile
   */
  async keep({ id, attempt }: Claim, kept: KeptAnswer): Promise<void> {
    const text = JSON.stringify(kept);
    const isKept = text.length <= LONGEST_ANSWER;
    const sealed = isKept ? this.secretBox.seal(Buffer.from(text), contextOf(id)) : null;
    await this.fenced('has_changed = true, answer_sealed = $3', [id, attempt, sealed]);
  }

  /** After a refusal that is not kept: what was committed only records it. */
  async release({ id, attempt }: Claim): Promise<void> {
    await this.session.execute('DELETE FROM idempotency_keys WHERE id = $1 AND attempt = $2 AND answer_sealed IS NULL', [id, attempt]);
  }

  /** After a failure: the key is free if nothing was committed. @param kept if something was, and the answer was not */
  async fail({ id, attempt }: Claim, kept: KeptAnswer): Promise<void> {
    const sealed = this.secretBox.seal(Buffer.from(JSON.stringify(kept)), contextOf(id));
    await this.session.execute(
      `WITH lost AS (
         UPDATE idempotency_keys SET answer_sealed = $3 WHERE id = $1 AND attempt = $2 AND answer_sealed IS NULL AND has_changed)
       DELETE FROM idempotency_keys WHERE id = $1 AND attempt = $2 AND answer_sealed IS NULL AND NOT has_changed`,
      [id, attempt, sealed],
    );
  }

  purge(): Promise<number> {
    return this.session.execute('DELETE FROM idempotency_keys WHERE claimed_at <= $1', [this.ago(KEPT_MS)]);
  }

  private async insert(id: string, userId: number, requestHash: string, attempt: string): Promise<boolean> {
    const inserted = await this.session.execute(
      `INSERT INTO idempotency_keys AS known (id, user_id, request_hash, attempt, claimed_at)
       SELECT $1, $2::integer, $3, $4, $5
        WHERE (SELECT count(*) FROM (SELECT FROM idempotency_keys WHERE user_id = $2 LIMIT ${MOST_OF_ACCOUNT}) AS own) < ${MOST_OF_ACCOUNT}
       ON CONFLICT (id) DO UPDATE SET request_hash = excluded.request_hash, attempt = excluded.attempt,
              claimed_at = excluded.claimed_at, has_changed = false, answer_sealed = NULL
        WHERE known.claimed_at <= $6 OR (known.claimed_at <= $7 AND NOT known.has_changed AND known.answer_sealed IS NULL)`,
      [id, userId, requestHash, attempt, this.clock.now(), this.ago(KEPT_MS), this.ago(CLAIM_MS)],
    );
    return inserted > 0;
  }

  private async isFull(userId: number): Promise<boolean> {
    const [own] = await this.session.query<{ count: number }>(
      'SELECT count(*)::integer AS count FROM idempotency_keys WHERE user_id = $1',
      [userId],
    );
    return (own?.count ?? 0) >= MOST_OF_ACCOUNT;
  }

  private answerOf(id: string, requestHash: string, found: Found): KeptAnswer {
    if (found.requestHash !== requestHash) throw new IdempotencyKeyReused();
    if (found.answerSealed !== null) return JSON.parse(this.secretBox.open(found.answerSealed, contextOf(id)).toString()) as KeptAnswer;
    if (found.isLost) return { made: null, grants: [] };
    throw new IdempotencyKeyInUse();
  }

  /**
   * Fails in the database when the claim is gone, because the COMMIT travels with it: nothing could look at a count in
   * between.
   */
  private async fenced(change: string, values: readonly unknown[]): Promise<void> {
    try {
      await this.session.execute(
        `WITH own AS (UPDATE idempotency_keys SET ${change} WHERE id = $1 AND attempt = $2 RETURNING 1)
         SELECT 1 / count(*) FROM own`,
        values,
      );
    } catch (error) {
      throw isDivisionByZero(error) ? new IdempotencyKeyInUse() : error;
    }
  }

  /**
   * Hashed under a key of the installation: bodies hold passwords, and a reader of the table must not be able to try
   * them out.
   */
  private async hashOf(id: string, body: unknown): Promise<string> {
    const secret = await this.secrets.value('idempotency_keys');
    return createHmac('sha256', secret)
      .update(`${id}\n${canonicalJson(body)}`)
      .digest('base64url');
  }

  private ago(milliseconds: number): Date {
    return new Date(this.clock.now().getTime() - milliseconds);
  }
}

interface Found {
  readonly requestHash: string;
  readonly answerSealed: string | null;
  /** It changed something, and had the time to answer. */
  readonly isLost: boolean;
}

function isDivisionByZero(error: unknown): boolean {
  return (error as { code?: unknown }).code === '22012';
}

function contextOf(id: string): string {
  return `idempotency_keys.answer_sealed:${id}`;
}
