import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request, Response } from 'express';
import { type Observable, from, lastValueFrom } from 'rxjs';
import type { Caller } from '../../../shared/caller.js';
import { refusalOf } from '../../../shared/kept-refusal.js';
import { AccessControl } from '../../../shared/ports/access-control.js';
import { TypeOrmSession } from '../../database/typeorm-session.js';
import { answerTo } from '../error-response.js';
import { collectGrants } from '../request-context.js';
import { idempotencyKeyOf } from './idempotency-key.js';
import { IdempotencyAnswerNotKept } from './idempotency.errors.js';
import { type AnswerItself, type Kept, type KeptAnswer, type Repeats, madeBy, madeIn, refusalIn } from './kept-answer.js';
import { type Claim, SqlIdempotencyKeys } from './sql-idempotency-keys.js';

/** Metadata of a handler: how much of its answer is kept. */
export const KEPT = 'headgate:kept-for-repeats';
const HEADERS = ['etag', 'location', 'link', 'preference-applied'];

type Outcome = { readonly body: unknown } | { readonly error: unknown };

/**
 * A request that comes again with its `Idempotency-Key` gets the first answer. The answer is committed with the last
 * unit of work that it reports on, so that neither exists without the other.
 */
@Injectable()
export class IdempotencyInterceptor implements NestInterceptor {
  constructor(
    private readonly reflector: Reflector,
    private readonly keys: SqlIdempotencyKeys,
    private readonly session: TypeOrmSession,
    private readonly accessControl: AccessControl,
  ) {}

  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const request = context.switchToHttp().getRequest<Request & { caller?: Caller }>();
    const kept = this.reflector.get<Repeats>(KEPT, context.getHandler());
    const { caller } = request;
    const key = idempotencyKeyOf(request);
    if (key === null || kept === 'nothing' || caller === undefined) return next.handle();
    const response = context.switchToHttp().getResponse<Response>();
    const [pathname = ''] = request.originalUrl.split('?');
    const route = `${request.method} ${pathname}`;
    // With another version of the thing it would be another request.
    const ifMatch = request.get('if-match') ?? null;
    const body = { query: request.query, body: request.body as unknown, ifMatch };
    const claimed = await this.keys.claim({ userId: caller.userId, key, route, body });
    if ('grants' in claimed) return from(this.repeat(caller, claimed, response));
    return from(this.first(claimed, kept, next, response));
  }

  private async first(claim: Claim, kept: Kept, next: CallHandler, response: Response): Promise<unknown> {
    const grants = collectGrants();
    const work = (): Promise<Outcome> =>
      lastValueFrom(next.handle()).then(
        (body: unknown) => ({ body }),
        (error: unknown) => ({ error }),
      );
    const answerOf = (outcome: Outcome): KeptAnswer | null => {
      if ('body' in outcome) return { grants, ...answerIn(outcome.body, kept, response) };
      const refusal = refusalIn(outcome.error);
      if (refusal === null) return null;
      // The words of a data source may hold what is in its rows.
      return kept === 'id' && refusal.extension !== undefined ? { grants, made: madeBy(outcome.error) } : { grants, refusal };
    };
    try {
      const outcome = await this.session.closing(work, {
        mark: () => this.keys.mark(claim),
        close: async (ended, isChanging) => {
          const answer = answerOf(ended);
          if (answer !== null) await this.keys.keep(claim, answer);
          else if ('error' in ended && !isFailure(ended.error)) await this.keys.release(claim);
          else if (isChanging) await this.keys.mark(claim);
        },
      });
      if ('body' in outcome) return outcome.body;
      throw outcome.error;
    } catch (error) {
      // A commit whose answer got lost is told from a failed one by what it wrote.
      if (isFailure(error)) await this.keys.fail(claim, { grants, made: madeBy(error) });
      throw error;
    }
  }

  /** A caller who has lost the permission of the first request learns nothing about its answer. */
  private async repeat(caller: Caller, kept: KeptAnswer, response: Response): Promise<unknown> {
    for (const grant of kept.grants) {
      if ('place' in grant) await this.accessControl.require(caller, grant.permission, grant.place, grant.hiddenAs);
      else await this.accessControl.requireSystemAdmin(caller, grant.action);
    }
    response.setHeader('Idempotency-Replayed', 'true');
    if ('refusal' in kept) throw refusalOf(kept.refusal);
    if ('made' in kept) throw new IdempotencyAnswerNotKept(kept.made);
    response.status(kept.status);
    response.set(kept.headers);
    return kept.body;
  }
}

function answerIn(body: unknown, kept: Kept, response: Response): AnswerItself {
  if (kept === 'id') return { made: madeIn(body) };
  const headers: Record<string, string> = {};
  for (const name of HEADERS) {
    const value = response.getHeader(name);
    if (value !== undefined) headers[name] = String(value);
  }
  return { status: response.statusCode, headers, body };
}

function isFailure(error: unknown): boolean {
  return answerTo(error).status >= 500;
}
