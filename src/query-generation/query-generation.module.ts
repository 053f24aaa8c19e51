import { Module } from '@nestjs/common';
import { scheduled } from '../platform/jobs/job-providers.js';
import { DataSourcesModule } from '../data-sources/data-sources.module.js';
import { CatalogModule } from '../catalog/catalog.module.js';
import { StatementsModule } from '../statements/statements.module.js';
import { SchemaContextModule } from '../schema-context/schema-context.module.js';
import { KnowledgeModule } from '../knowledge/knowledge.module.js';
import { OrganizationsModule } from '../organizations/organizations.module.js';
import { PromptTemplatesModule } from '../prompt-templates/prompt-templates.module.js';
import { Config } from '../platform/config/config.js';
import { BoardsController } from './adapters/http/boards.controller.js';
import { FeedbackController } from './adapters/http/feedback.controller.js';
import { QueriesController } from './adapters/http/queries.controller.js';
import { QueryValidationController } from './adapters/http/query-validation.controller.js';
import { TemplateExecutionsController } from './adapters/http/template-executions.controller.js';
import { SavedQuestionsController } from './adapters/http/saved-questions.controller.js';
import { VerificationController } from './adapters/http/verification.controller.js';
import { ChatCompletions } from './adapters/model/chat-completions.js';
import { MeasuredModel } from './adapters/model/measured-model.js';
import { RandomNonces } from './adapters/model/random-nonces.js';
import { TypeOrmExecutionHistory } from './adapters/persistence/typeorm-execution-history.js';
import { SqlExecutionRetention } from './adapters/persistence/sql-execution-retention.js';
import { TypeOrmBoards } from './adapters/persistence/typeorm-boards.js';
import { TypeOrmExecutions } from './adapters/persistence/typeorm-executions.js';
import { TypeOrmSavedQuestions } from './adapters/persistence/typeorm-saved-questions.js';
import { SqlTokenSpending } from './adapters/persistence/sql-token-spending.js';
import { SqlFeedback } from './adapters/persistence/sql-feedback.js';
import { TypeOrmKeyedAnswers } from './adapters/persistence/typeorm-keyed-answers.js';
import { AcceptExecution } from './application/accept-execution.js';
import { AskModel } from './application/ask-model.js';
import { AnswerQuestion } from './application/answer-question.js';
import { BeginQuestion } from './application/begin-question.js';
import { PrepareContext } from './application/prepare-context.js';
import { SummarizeResult } from './application/summarize-result.js';
import { CancelExecution } from './application/cancel-execution.js';
import { ChooseSource } from './application/choose-source.js';
import { EndExecution } from './application/end-execution.js';
import { EnterExecution } from './application/enter-execution.js';
import { ExecuteTemplate } from './application/execute-template.js';
import { FailAbandonedExecutions } from './application/fail-abandoned-executions.js';
import { FollowedWork } from './application/followed-work.js';
import { GatherExamples } from './application/gather-examples.js';
import { GenerateQuery } from './application/generate-query.js';
import { GiveFeedback } from './application/give-feedback.js';
import { IsExecutionRunning } from './application/is-execution-running.js';
import { ListQueryExecutions } from './application/list-query-executions.js';
import { ListTemplateExecutions } from './application/list-template-executions.js';
import { PerformExecution } from './application/perform-execution.js';
import { PurgeExecutions } from './application/purge-executions.js';
import { ReplayAnswer } from './application/replay-answer.js';
import { RunQuery } from './application/run-query.js';
import { SpendTokens } from './application/spend-tokens.js';
import { ReadErrorOfExecution } from './application/read-error-of-execution.js';
import { ReadExecution } from './application/read-execution.js';
import { ChangeBoard } from './application/change-board.js';
import { CreateBoard } from './application/create-board.js';
import { DeleteBoard } from './application/delete-board.js';
import { EnterBoard } from './application/enter-board.js';
import { ListBoards } from './application/list-boards.js';
import { ChangeSavedQuestion } from './application/change-saved-question.js';
import { DeleteSavedQuestion } from './application/delete-saved-question.js';
import { EnterSavedQuestion } from './application/enter-saved-question.js';
import { ListSavedQuestions } from './application/list-saved-questions.js';
import { ReadSavedQuestion } from './application/read-saved-question.js';
import { RunSavedQuestion } from './application/run-saved-question.js';
import { SaveQuestion } from './application/save-question.js';
import { WithholdStatements } from './application/withhold-statements.js';
import { ValidateStatement } from './application/validate-statement.js';
import { VerifyExecution } from './application/verify-execution.js';
import { Boards } from './application/ports/boards.js';
import { ExecutionHistory } from './application/ports/execution-history.js';
import { ExecutionRetention, Executions } from './application/ports/executions.js';
import { ExecutionTerms } from './application/ports/execution-terms.js';
import { Feedback } from './application/ports/feedback.js';
import { KeyedAnswers } from './application/ports/keyed-answers.js';
import { LanguageModel } from './application/ports/language-model.js';
import { Nonces } from './application/ports/nonces.js';
import { SavedQuestions } from './application/ports/saved-questions.js';
import { TokenSpending } from './application/ports/token-spending.js';

/** What other contexts may ask for. */
const OFFERED = [AnswerQuestion, BeginQuestion, ExecuteTemplate, IsExecutionRunning, ReadErrorOfExecution, RunQuery, SpendTokens];

@Module({
  imports: [
    OrganizationsModule,
    DataSourcesModule,
    CatalogModule,
    StatementsModule,
    SchemaContextModule,
    PromptTemplatesModule,
    KnowledgeModule,
  ],
  controllers: [
    BoardsController,
    FeedbackController,
    VerificationController,
    QueriesController,
    QueryValidationController,
    SavedQuestionsController,
    TemplateExecutionsController,
  ],
  providers: [
    ...OFFERED,
    AcceptExecution,
    AskModel,
    CancelExecution,
    ChangeBoard,
    ChangeSavedQuestion,
    CreateBoard,
    DeleteBoard,
    EnterBoard,
    ListBoards,
    ChooseSource,
    DeleteSavedQuestion,
    EndExecution,
    EnterExecution,
    EnterSavedQuestion,
    scheduled('queries.fail-abandoned', '* * * * *', FailAbandonedExecutions),
    scheduled('queries.purge', '41 * * * *', PurgeExecutions),
    FailAbandonedExecutions,
    FollowedWork,
    GatherExamples,
    GenerateQuery,
    GiveFeedback,
    ListQueryExecutions,
    ListSavedQuestions,
    ListTemplateExecutions,
    PerformExecution,
    PrepareContext,
    PurgeExecutions,
    ReadExecution,
    ReadSavedQuestion,
    ReplayAnswer,
    RunSavedQuestion,
    SaveQuestion,
    SummarizeResult,
    ValidateStatement,
    VerifyExecution,
    WithholdStatements,
    { provide: Boards, useClass: TypeOrmBoards },
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
    { provide: SavedQuestions, useClass: TypeOrmSavedQuestions },
    { provide: TokenSpending, useClass: SqlTokenSpending },
  ],

  exports: [...OFFERED],
})
export class QueryGenerationModule {}
