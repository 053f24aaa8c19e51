import { Module } from '@nestjs/common';
import { DataSourcesModule } from '../data-sources/data-sources.module.js';
import { PromptTemplatesModule } from '../prompt-templates/prompt-templates.module.js';
import { Config } from '../platform/config/config.js';
import { CachedRelations } from './adapters/data-sources/cached-relations.js';
import { ComposedContexts } from './adapters/data-sources/composed-contexts.js';
import { SourceRunner } from './adapters/data-sources/source-runner.js';
import { SourcesOfOrganization } from './adapters/data-sources/sources-of-organization.js';
import { GrammarGuards } from './adapters/guard/grammar-guards.js';
import { FeedbackController } from './adapters/http/feedback.controller.js';
import { QueriesController } from './adapters/http/queries.controller.js';
import { QueryValidationController } from './adapters/http/query-validation.controller.js';
import { TemplateExecutionsController } from './adapters/http/template-executions.controller.js';
import { ExecutionJobs } from './adapters/jobs/execution-jobs.js';
import { ChatCompletions } from './adapters/model/chat-completions.js';
import { RandomNonces } from './adapters/model/random-nonces.js';
import { SqlExecutionHistory } from './adapters/persistence/sql-execution-history.js';
import { SqlExecutionRetention } from './adapters/persistence/sql-execution-retention.js';
import { SqlExecutions } from './adapters/persistence/sql-executions.js';
import { SqlFeedback } from './adapters/persistence/sql-feedback.js';
import { TypeOrmKeyedAnswers } from './adapters/persistence/typeorm-keyed-answers.js';
import { RenderedTemplates } from './adapters/prompt-templates/rendered-templates.js';
import { AcceptExecution } from './application/accept-execution.js';
import { CancelExecution } from './application/cancel-execution.js';
import { ChooseSource } from './application/choose-source.js';
import { EndExecution } from './application/end-execution.js';
import { EnterExecution } from './application/enter-execution.js';
import { ExecuteTemplate } from './application/execute-template.js';
import { FailAbandonedExecutions } from './application/fail-abandoned-executions.js';
import { FollowedWork } from './application/followed-work.js';
import { GenerateQuery } from './application/generate-query.js';
import { GiveFeedback } from './application/give-feedback.js';
import { JudgeStatement } from './application/judge-statement.js';
import { ListQueryExecutions } from './application/list-query-executions.js';
import { ListTemplateExecutions } from './application/list-template-executions.js';
import { PerformExecution } from './application/perform-execution.js';
import { PurgeExecutions } from './application/purge-executions.js';
import { ReplayAnswer } from './application/replay-answer.js';
import { RunQuery } from './application/run-query.js';
import { ValidateStatement } from './application/validate-statement.js';
import { ExecutionHistory } from './application/ports/execution-history.js';
import { ExecutionRetention } from './application/ports/execution-retention.js';
import { ExecutionTerms } from './application/ports/execution-terms.js';
import { Executions } from './application/ports/executions.js';
import { Feedback } from './application/ports/feedback.js';
import { KeyedAnswers } from './application/ports/keyed-answers.js';
import { KnownRelations } from './application/ports/known-relations.js';
import { LanguageModel } from './application/ports/language-model.js';
import { Nonces } from './application/ports/nonces.js';
import { SchemaContexts } from './application/ports/schema-contexts.js';
import { Sources } from './application/ports/sources.js';
import { StatementGuard } from './application/ports/statement-guard.js';
import { StatementRunner } from './application/ports/statement-runner.js';
import { Templates } from './application/ports/templates.js';

@Module({
  imports: [DataSourcesModule, PromptTemplatesModule],
  controllers: [FeedbackController, QueriesController, QueryValidationController, TemplateExecutionsController],
  providers: [
    AcceptExecution,
    CancelExecution,
    ChooseSource,
    EndExecution,
    EnterExecution,
    ExecuteTemplate,
    ExecutionJobs,
    FailAbandonedExecutions,
    FollowedWork,
    GenerateQuery,
    GiveFeedback,
    JudgeStatement,
    ListQueryExecutions,
    ListTemplateExecutions,
    PerformExecution,
    PurgeExecutions,
    ReplayAnswer,
    RunQuery,
    ValidateStatement,
    { provide: ExecutionHistory, useClass: SqlExecutionHistory },
    { provide: ExecutionRetention, useClass: SqlExecutionRetention },
    {
      provide: ExecutionTerms,
      useFactory: ({ queries }: Config): ExecutionTerms => ({ keptDays: queries.historyDays }),
      inject: [Config],
    },
    { provide: Executions, useClass: SqlExecutions },
    { provide: Feedback, useClass: SqlFeedback },
    { provide: KeyedAnswers, useClass: TypeOrmKeyedAnswers },
    { provide: KnownRelations, useClass: CachedRelations },
    { provide: LanguageModel, useClass: ChatCompletions },
    { provide: Nonces, useClass: RandomNonces },
    { provide: SchemaContexts, useClass: ComposedContexts },
    { provide: Sources, useClass: SourcesOfOrganization },
    { provide: StatementGuard, useClass: GrammarGuards },
    { provide: StatementRunner, useClass: SourceRunner },
    { provide: Templates, useClass: RenderedTemplates },
  ],
})
export class QueryGenerationModule {}
