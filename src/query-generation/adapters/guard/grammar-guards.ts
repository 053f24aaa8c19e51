import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { currentOrigin } from '../../../platform/http/request-context.js';
import { Logger } from '../../../platform/logging/logger.js';
import { BoundedThreads } from '../../../platform/threads/bounded-threads.js';
import { StatementGuard } from '../../application/ports/statement-guard.js';
import { type Dialect, type Judgement, LONGEST_STATEMENT } from '../../domain/judgement.js';
import type { GuardTask } from './guard-thread.js';
import { judge, notUnderstood } from './judge.js';

/**
 * Characters. Up to here the worst statement takes a grammar a few milliseconds and a usual one 0.04, which is less than the way to a
 * thread and back; the longest take 50 and more, and twenty of them would hold up every other request for a second.
 */
const LONGEST_AT_HAND = 2_000;

const LIMITS = {
  threads: 2,
  threadsOfOne: 1,
  longestLine: 50,
  longestWait: 500,
  // The grammar of PostgreSQL has memory of its own beside it.
  memoryMb: 128,
  timeoutMs: 10_000,
};

/** Judges short statements at once and long ones in threads, in the same words. */
@Injectable()
export class GrammarGuards extends StatementGuard implements OnApplicationShutdown {
  private readonly threads: BoundedThreads<GuardTask, Judgement>;

  constructor(logger: Logger) {
    super();
    this.threads = new BoundedThreads('query-generation/adapters/guard/guard-thread', LIMITS, logger);
  }

  async onApplicationShutdown(): Promise<void> {
    await this.threads.destroy();
  }

  async judge(dialect: Dialect, sql: string, party: string): Promise<Judgement> {
    // One that is too long is not even looked at.
    if (sql.length <= LONGEST_AT_HAND || sql.length > LONGEST_STATEMENT) return judge(dialect, sql);
    const judgement = await this.threads.run(party, { dialect, sql }, currentOrigin()?.gone);
    return judgement ?? notUnderstood('The statement takes too long to read. Write a shorter one.');
  }
}
