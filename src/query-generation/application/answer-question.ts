import { Injectable } from '@nestjs/common';
import type { SchemaContext } from '../../schema-context/application/compose-context.js';
import type { DataSource } from '../../data-sources/application/enter-data-source.js';
import type { Caller } from '../../shared/caller.js';
import { DomainError } from '../../shared/domain-error.js';
import { type ModelUse, INTERNAL, outcomeOf, sumOf } from '../domain/execution.js';
import { LONGEST_STATEMENT } from '../../engines/sql-guard/judgement.js';
import type { EarlierTurn } from '../domain/prompt.js';
import { ModelFailed } from '../domain/query.errors.js';
import type { TokenMeter } from '../domain/token-meter.js';
import { withExecution } from '../domain/with-execution.js';
import type { BegunQuestion } from './begin-question.js';
import { EndExecution } from './end-execution.js';
import { FollowedWork } from './followed-work.js';
import { GatherExamples } from './gather-examples.js';
import { GenerateQuery, type Generation, type GenerationStep } from './generate-query.js';
import { PrepareContext } from './prepare-context.js';
import { SummarizeResult, type Summary } from './summarize-result.js';
import { WhileSightHolds } from '../../statements/application/while-sight-holds.js';

const TIMEOUT_MS = 10_000;

/** The steps that a client can follow while a question is answered. */
export type AnswerStep =
  | GenerationStep
  | { readonly kind: 'discovering' }
  | { readonly kind: 'context'; readonly context: SchemaContext }
  | { readonly kind: 'summary'; readonly summary: Summary };

export interface AskedQuestion extends Pick<BegunQuestion, 'executionId' | 'startedAt'> {
  readonly caller: Caller;
  readonly source: DataSource;
  readonly question: string;
  readonly earlier: readonly EarlierTurn[];
  /** 1 to 1,000 */
  readonly maxRows: number;
  /** Whether the rows of the result may be shown to the model. */
  readonly showsRows: boolean;
  /** Is told what the model costs, however it ends. */
  readonly meter: TokenMeter;
  readonly signal: AbortSignal;
  readonly tell: (step: AnswerStep) => void;
  /** Writes what else ends with it, in the unit of work that records its end. */
  readonly closing: (answer: AnsweredQuestion | null, errorCode: string | null) => Promise<void>;
  /** Is called if its end could not be recorded: then what `closing` wrote was rolled back. */
  readonly notClosed: () => void;
}

export interface AnsweredQuestion extends Pick<Generation, 'sql' | 'explanation' | 'result' | 'clarification' | 'repairs'> {
  readonly executionId: number;
  readonly context: SchemaContext;
  readonly summary: Pick<Summary, 'sentence' | 'chart'> | null;
  readonly model: ModelUse | null;
}

interface Course {
  context: SchemaContext | null;
  generation: Generation | null;
  model: ModelUse | null;
}

/** Answers a question that was begun (schema, statement, rows, sentence), and records how it ended. */
@Injectable()
export class AnswerQuestion {
  constructor(
    private readonly prepareContext: PrepareContext,
    private readonly generateQuery: GenerateQuery,
    private readonly summarizeResult: SummarizeResult,
    private readonly whileSightHolds: WhileSightHolds,
    private readonly gatherExamples: GatherExamples,
    private readonly followed: FollowedWork,
    private readonly endExecution: EndExecution,
  ) {}

  /** @throws every refusal and failure; the execution has ended in any case */
  async execute(asked: AskedQuestion): Promise<AnsweredQuestion> {
    const { executionId } = asked;
    const course: Course = { context: null, generation: null, model: null };
    let answer: AnsweredQuestion;
    try {
      answer = await this.followed.execute(executionId, asked.signal, (signal) => this.answer({ ...asked, signal }, course));
    } catch (error) {
      const failure = error instanceof DomainError ? withExecution(error, executionId) : null;
      await this.end(asked, course, error instanceof DomainError ? error : null, failure?.code ?? INTERNAL, null);
      throw failure ?? error;
    }
    // Separate from the above: a failure to record the end does not change the end.
    await this.end(asked, course, null, null, answer);
    return answer;
  }

  private async answer(asked: AskedQuestion, course: Course): Promise<AnsweredQuestion> {
    const { caller, question, earlier, maxRows, showsRows, meter, signal, tell } = asked;
    const words = [...earlier.slice(-2).map((turn) => turn.question), question].join('\n');
    const discovering = (): void => tell({ kind: 'discovering' });
    const wanted = { caller, source: asked.source, question: words, signal, discovering };
    const { source, context } = await this.prepareContext.execute(wanted);
    tell({ kind: 'context', context });
    const generation = await this.generateQuery.execute({
      source,
      caller,
      permission: 'query.run',
      context: context.text,
      question,
      earlier,
      valuesNote: '',
      ...(await this.gatherExamples.execute(source, question, caller)),
      limits: { maxRows, timeoutMs: TIMEOUT_MS },
      showsRows,
      meter,
      signal,
      tell,
    });
    course.generation = generation;
    course.model = generation.model;
    if (generation.failure !== null) throw generation.failure;
    const summary = await this.summarize(asked, generation);
    if (summary?.model) course.model = sumOf(course.model, summary.model);
    const { sql, explanation, result, clarification, repairs } = generation;
    const made = { sql, explanation, result, clarification, repairs };
    return { executionId: asked.executionId, context, ...made, summary, model: course.model };
  }

  private async summarize(asked: AskedQuestion, { result }: Generation): Promise<Summary | null> {
    if (result === null) return null;
    const { caller, question, source, showsRows, meter, signal, tell } = asked;
    const party = `organization ${source.organizationId}`;
    const asker = { caller, permission: 'query.run' as const, source };
    const summary = await this.whileSightHolds.execute(asker, () =>
      this.summarizeResult.execute({ question, result, showsRows, party, meter, signal }),
    );
    tell({ kind: 'summary', summary });
    return summary;
  }

  private async end(
    { executionId, startedAt, caller, source, closing, notClosed }: AskedQuestion,
    { generation, model }: Course,
    failure: DomainError | null,
    errorCode: string | null,
    answer: AnsweredQuestion | null,
  ): Promise<void> {
    const sql = generation?.sql ?? null;
    const isRejected = failure instanceof ModelFailed && failure.fault === 'no_allowed_statement';
    const done = generation?.result === null ? 'generated' : 'succeeded';
    const event = {
      action: 'query.asked',
      actorUserId: caller.userId,
      organizationId: source.organizationId,
      target: { type: 'data_source', id: source.id },
    };
    const ended = {
      id: executionId,
      startedAt,
      errorCode,
      model,
      kept: null,
      sql: sql === null || sql.length > LONGEST_STATEMENT ? null : sql,
      outcome: errorCode === null ? done : isRejected ? 'rejected' : outcomeOf(errorCode),
      result: errorCode === null ? (generation?.result ?? null) : null,
      // Failures are not refusals; the history has them.
      event: errorCode === INTERNAL ? null : event,
      closing: () => closing(answer, errorCode),
    } as const;
    try {
      await this.endExecution.execute(ended);
    } catch (error) {
      notClosed();
      throw error;
    }
  }
}
