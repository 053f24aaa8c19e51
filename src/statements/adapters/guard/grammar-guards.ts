import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { currentOrigin } from '../../../platform/http/request-context.js';
import { Logger } from '../../../platform/logging/logger.js';
import { BoundedThreads } from '../../../platform/threads/bounded-threads.js';
import { StatementGuard } from '../../application/ports/statement-guard.js';
import { type GrammarDialect, type Judgement, LONGEST_STATEMENT } from '../../../engines/sql-guard/judgement.js';
import type { QualifiedName } from '../../../shared/qualified-name.js';
import { type KnownSource, UNKNOWN_SOURCE } from '../../../engines/sql-guard/known-source.js';
import type { RestrictedUse, Restricting } from '../../../engines/sql-guard/restriction.js';
import type { GuardTask } from '../../../engines/sql-guard/guard-thread.js';
import { judge, notUnderstood } from '../../../engines/sql-guard/judge.js';
import { mysqlSources } from '../../../engines/sql-guard/mysql/view-sources.js';
import { postgresqlSources } from '../../../engines/sql-guard/postgresql/view-sources.js';
import { restrict } from '../../../engines/sql-guard/restrict.js';

/**
 * In characters. Up to this length the worst statement takes a grammar a few milliseconds and a usual one 0.04, which is less than
 * the way to a thread and back. The longest statements take 50 and more: twenty of them would delay all other requests by a second.
 */
const LONGEST_AT_HAND = 2_000;

const LIMITS = {
  threads: 2,
  threadsOfOne: 1,
  longestLine: 50,
  longestWait: 500,
  // The grammar of PostgreSQL has memory of its own, which does not count here.
  memoryMb: 128,
  timeoutMs: 10_000,
};

const TOO_LONG = notUnderstood('The statement takes too long to read. Write a shorter one.');

/** Judges short statements at once and long ones in threads, with the same words. */
@Injectable()
export class GrammarGuards extends StatementGuard implements OnApplicationShutdown {
  private readonly threads: BoundedThreads<GuardTask, Judgement | Restricting>;

  constructor(logger: Logger) {
    super();
    this.threads = new BoundedThreads('engines/sql-guard/guard-thread', LIMITS, logger);
  }

  async onApplicationShutdown(): Promise<void> {
    await this.threads.destroy();
  }

  async judge(dialect: GrammarDialect, sql: string, party: string, source: KnownSource = UNKNOWN_SOURCE): Promise<Judgement> {
    // `judge` refuses a statement that is too long without reading it, so it needs no thread.
    if (sql.length <= LONGEST_AT_HAND || sql.length > LONGEST_STATEMENT) return judge(dialect, sql, source);
    const judgement = await this.threads.run(party, { dialect, sql, source, uses: null }, currentOrigin()?.gone);
    return judgement !== null && (!judgement.ok || 'parts' in judgement) ? judgement : TOO_LONG;
  }

  async sourcesOf(dialect: GrammarDialect, definition: string): Promise<readonly QualifiedName[] | null> {
    // It is read at hand.
    if (definition.length > LONGEST_STATEMENT) return null;
    return dialect === 'postgresql' ? postgresqlSources(definition) : mysqlSources(definition);
  }

  async restrict(
    dialect: GrammarDialect,
    sql: string,
    party: string,
    source: KnownSource,
    uses: readonly RestrictedUse[],
  ): Promise<Restricting> {
    if (sql.length <= LONGEST_AT_HAND) return restrict(dialect, sql, source, uses);
    const printed = await this.threads.run(party, { dialect, sql, source, uses }, currentOrigin()?.gone);
    return printed !== null && (!printed.ok || 'statement' in printed) ? printed : TOO_LONG;
  }
}
