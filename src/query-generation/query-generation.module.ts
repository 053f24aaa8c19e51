import { Module } from '@nestjs/common';
import { scheduled } from '../platform/jobs/job-providers.js';
import { DataSourcesModule } from '../data-sources/data-sources.module.js';
import { PromptTemplatesModule } from '../prompt-templates/prompt-templates.module.js';
import { Config } from '../platform/config/config.js';
import { GrammarGuards } from './adapters/guard/grammar-guards.js';
import { FeedbackController } from './adapters/http/feedback.controller.js';
import { QueriesController } from './adapters/http/queries.controller.js';
import { QueryValidationController } from './adapters/http/query-validation.controller.js';
import { TemplateExecutionsController } from './adapters/http/template-executions.controller.js';
import { ChatCompletions } from './adapters/model/chat-completions.js';
import { MeasuredModel } from './adapters/model/measured-model.js';
import { RandomNonces } from './adapters/model/random-nonces.js';
import { TypeOrmExecutionHistory } from './adapters/persistence/typeorm-execution-history.js';
import { SqlExecutionRetention } from './adapters/persistence/sql-execution-retention.js';
import { TypeOrmExecutions } from './adapters/persistence/typeorm-executions.js';
import { SqlFeedback } from './adapters/persistence/sql-feedback.js';
import { TypeOrmKeyedAnswers } from './adapters/persistence/typeorm-keyed-answers.js';
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
import { RunJudgedStatement } from './application/run-judged-statement.js';
import { RunQuery } from './application/run-query.js';
import { ValidateStatement } from './application/validate-statement.js';
import { ExecutionHistory } from './application/ports/execution-history.js';
import { ExecutionRetention, Executions } from './application/ports/executions.js';
import { ExecutionTerms } from './application/ports/execution-terms.js';
import { Feedback } from './application/ports/feedback.js';
import { KeyedAnswers } from './application/ports/keyed-answers.js';
import { LanguageModel } from './application/ports/language-model.js';
import { Nonces } from './application/ports/nonces.js';
import { StatementGuard } from './application/ports/statement-guard.js';

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
    scheduled('queries.fail-abandoned', '* * * * *', FailAbandonedExecutions),
    scheduled('queries.purge', '41 * * * *', PurgeExecutions),
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
    RunJudgedStatement,
    RunQuery,
    ValidateStatement,
    { provide: ExecutionHistory, useClass: TypeOrmExecutionHistory },
    { provide: ExecutionRetention, useClass: SqlExecutionRetention },
    {
      provide: ExecutionTerms,
      useFactory: ({ queries }: Config): ExecutionTerms => ({ keptDays: queries.historyDays }),
      inject: [Config],
    },
    { provide: Executions, useClass: TypeOrmExecutions },
    { provide: Feedback, useClass: SqlFeedback },
    { provide: KeyedAnswers, useClass: TypeOrmKeyedAnswers },
    ChatCompletions,
    { provide: LanguageModel, useClass: MeasuredModel },
    { provide: Nonces, useClass: RandomNonces },
    { provide: StatementGuard, useClass: GrammarGuards },
  ],
})
export class QueryGenerationModule {}
