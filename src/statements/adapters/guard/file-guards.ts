import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { EngineUnavailable } from '../../../engines/catalog-reader/source-fault.js';
import { currentOrigin } from '../../../platform/http/request-context.js';
import { Logger } from '../../../platform/logging/logger.js';
import { FileStatementGuard } from '../../application/ports/file-statement-guard.js';
import type { KnownTable } from '../../../engines/sql-guard/known-source.js';
import type { FileDialect, Judgement } from '../../../engines/sql-guard/judgement.js';
import type { RestrictedUse, Restricting } from '../../../engines/sql-guard/restriction.js';
import { notUnderstood } from '../../../engines/sql-guard/judge.js';
import { JudgingProcesses } from '../../../engines/sql-guard/judging-processes.js';
import { NOT_RESTRICTED } from '../../../engines/sql-guard/restrict.js';
import { namesIn } from '../../../engines/sql-guard/sqlite/sqlite-tokens.js';
import { unreadable } from '../../../engines/sql-guard/statement-text.js';

/** Lets each statement be judged by its own engine, in a separate process. */
@Injectable()
export class FileGuards extends FileStatementGuard implements OnApplicationShutdown {
  private readonly processes: JudgingProcesses;

  constructor(logger: Logger) {
    super();
    this.processes = new JudgingProcesses(logger);
  }

  async onApplicationShutdown(): Promise<void> {
    await this.processes.end();
  }

  namesIn(sql: string): readonly string[] {
    return namesIn(sql);
  }

  async judge(engine: FileDialect, sql: string, party: string, tables: readonly KnownTable[]): Promise<Judgement> {
    // A statement that is too long is refused before it is sent to a process.
    const violation = unreadable(sql);
    if (violation !== null) return { ok: false, violations: [violation] };
    const end = await this.processes.run(party, { engine, sql, tables }, currentOrigin()?.gone);
    if (end === null) return notUnderstood('The statement takes too long to read. Write a shorter one.');
    if ('missing' in end) throw new EngineUnavailable();
    return 'statement' in end ? notUnderstood('The statement cannot be read. Write it more simply.') : end;
  }

  async restrict(
    engine: FileDialect,
    sql: string,
    party: string,
    tables: readonly KnownTable[],
    uses: readonly RestrictedUse[],
  ): Promise<Restricting> {
    const end = await this.processes.run(party, { engine, sql, tables, uses }, currentOrigin()?.gone);
    if (end !== null && 'missing' in end) throw new EngineUnavailable();
    return end === null || 'relations' in end ? NOT_RESTRICTED : end;
  }
}
