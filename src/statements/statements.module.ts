import { Module } from '@nestjs/common';
import { CatalogModule } from '../catalog/catalog.module.js';
import { DataSourcesModule } from '../data-sources/data-sources.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { ConnectionsOfQuerying } from './adapters/answers/connections-of-querying.js';
import { VisibilityOfSchema } from './adapters/answers/visibility-of-schema.js';
import { FileGuards } from './adapters/guard/file-guards.js';
import { GrammarGuards } from './adapters/guard/grammar-guards.js';
import { MeasuredQuerying } from './adapters/querying/measured-querying.js';
import { ThreadedQuerying } from './adapters/querying/threaded-querying.js';
import { ConfirmAsker } from './application/confirm-asker.js';
import { ConfirmVerdicts } from './application/confirm-verdicts.js';
import { InheritRestrictions } from './application/inherit-restrictions.js';
import { JudgeExpression } from './application/judge-expression.js';
import { JudgeFileStatement } from './application/judge-file-statement.js';
import { JudgeForRunning } from './application/judge-for-running.js';
import { JudgeKeptText } from './application/judge-kept-text.js';
import { JudgeStatement } from './application/judge-statement.js';
import { NamePolicies } from './application/name-policies.js';
import { FileStatementGuard } from './application/ports/file-statement-guard.js';
import { Querying } from './application/ports/querying.js';
import { StatementGuard } from './application/ports/statement-guard.js';
import { PrepareAtSource } from './application/prepare-at-source.js';
import { ReadSight } from './application/read-sight.js';
import { ReadsPartly } from './application/reads-partly.js';
import { RestrictStatement } from './application/restrict-statement.js';
import { RunInTurn } from './application/run-in-turn.js';
import { RunJudgedStatement } from './application/run-judged-statement.js';
import { RunOwnStatement } from './application/run-own-statement.js';
import { RunStatement } from './application/run-statement.js';
import { TakeTurn } from './application/take-turn.js';
import { TraceLineage } from './application/trace-lineage.js';
import { WhileSightHolds } from './application/while-sight-holds.js';

/** What other contexts may ask for. */
const OFFERED = [
  ConfirmAsker,
  InheritRestrictions,
  JudgeExpression,
  JudgeKeptText,
  JudgeStatement,
  NamePolicies,
  PrepareAtSource,
  ReadSight,
  RunInTurn,
  RunOwnStatement,
  WhileSightHolds,
];

@Module({
  imports: [SessionsModule, DataSourcesModule, CatalogModule],
  providers: [
    ...OFFERED,
    ConfirmVerdicts,
    ConnectionsOfQuerying,
    JudgeFileStatement,
    JudgeForRunning,
    ReadsPartly,
    RestrictStatement,
    RunJudgedStatement,
    RunStatement,
    TakeTurn,
    TraceLineage,
    VisibilityOfSchema,
    ThreadedQuerying,
    { provide: Querying, useClass: MeasuredQuerying },
    { provide: FileStatementGuard, useClass: FileGuards },
    { provide: StatementGuard, useClass: GrammarGuards },
  ],
  exports: [...OFFERED, ConnectionsOfQuerying, VisibilityOfSchema],
})
export class StatementsModule {}
