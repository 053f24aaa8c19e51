import { Injectable } from '@nestjs/common';
import type { SchemaContext } from '../../schema-context/application/compose-context.js';
import type { DataSource } from '../../data-sources/application/enter-data-source.js';
import type { RenderedTemplate } from '../../prompt-templates/application/render-template.js';
import type { Caller } from '../../shared/caller.js';
import { DomainError, Unauthorized } from '../../shared/domain-error.js';
import { Clock } from '../../shared/ports/clock.js';
import { INTERNAL, outcomeOf } from '../domain/execution.js';
import { type ExecutionAnswer, withoutModel } from '../domain/execution-answer.js';
import { LONGEST_STATEMENT } from '../../engines/sql-guard/judgement.js';
import { keptOf } from '../../shared/kept-refusal.js';
import type { KeptAnswer } from '../domain/kept-answer.js';
import { masked } from '../domain/masked.js';
import { ModelFailed, ModelNotConfigured } from '../domain/query.errors.js';
import type { TokenMeter } from '../domain/token-meter.js';
import { withExecution } from '../domain/with-execution.js';
import { EndExecution } from './end-execution.js';
import { FollowedWork } from './followed-work.js';
import { GatherExamples } from './gather-examples.js';
import { GenerateQuery, type Generation } from './generate-query.js';
import { LanguageModel } from './ports/language-model.js';

const TIMEOUT_MS = 10_000;
const NOTHING_YET: Generation = {
  sql: null,
  explanation: null,
  result: null,
  model: null,
  clarification: null,
  repairs: 0,
  failure: null,
};

export interface ExecutionRequest {
  readonly caller: Caller;
  readonly templateId: number;
  readonly parameters: Readonly<Record<string, unknown>>;
  /** `null`: the only possible one. */
  readonly dataSourceId: number | null;
  /** Whether the statement is to be run, not only written. */
  readonly run: boolean;
  /** 1 to 1,000 */
  readonly maxRows: number;
  readonly idempotencyKey: string | null;
  /** Ends it. */
  readonly signal: AbortSignal;
}

export interface BegunExecution extends Pick<ExecutionRequest, 'caller' | 'run' | 'maxRows' | 'idempotencyKey' | 'signal'> {
  readonly id: number;
  readonly rendered: RenderedTemplate;
  readonly source: DataSource;
  /** What policies let the caller see when it began; for an answer that is kept. */
  readonly sight: string | null;
  readonly context: SchemaContext;
  readonly secrets: readonly string[];
  /** Is told what the model costs. */
  readonly meter: TokenMeter;
}

/** Performs an accepted execution, and records how it ended. */
@Injectable()
export class PerformExecution {
  constructor(
    private readonly model: LanguageModel,
    private readonly generateQuery: GenerateQuery,
    private readonly gatherExamples: GatherExamples,
    private readonly followed: FollowedWork,
    private readonly endExecution: EndExecution,
    private readonly clock: Clock,
  ) {}

  /** @throws every refusal and failure; the execution has ended in any case */
  async execute(begun: BegunExecution): Promise<ExecutionAnswer> {
    const { id, rendered, context } = begun;
    const shown = { executionId: id, renderedText: rendered.text, context };
    const started = this.clock.now();
    let generation = NOTHING_YET;
    try {
      if (!this.model.isConfigured) throw new ModelNotConfigured(withoutModel(shown));
      generation = await this.followed.execute(id, begun.signal, (signal) => this.generate(begun, signal));
      if (generation.failure !== null) throw generation.failure;
    } catch (error) {
      const failure = error instanceof DomainError ? withExecution(error, id) : null;
      // That a session has ended says nothing to the next one, which repeats the request.
      const kept = failure === null || failure instanceof Unauthorized ? null : { refusal: keptOf(failure) };
      await this.end(begun, generation, started, failure?.code ?? INTERNAL, kept);
      throw failure ?? error;
    }
    const { sql, explanation, result, model } = generation;
    const answer = { ...shown, sql: sql ?? '', result, model: model && { ...model, explanation } };
    // Separate from the above: a failure to record the end does not change the end.
    await this.end(begun, generation, started, null, { answer });
    return answer;
  }

  private async generate(begun: BegunExecution, signal: AbortSignal): Promise<Generation> {
    const { caller, rendered, source, context, run, maxRows, meter } = begun;
    return this.generateQuery.execute({
      source,
      caller,
      permission: 'template.execute',
      context: context.text,
      ...(await this.gatherExamples.execute(source, rendered.maskedText, caller)),
      earlier: null,
      question: rendered.question,
      valuesNote: rendered.systemText,
      limits: run ? { maxRows, timeoutMs: TIMEOUT_MS } : null,
      // Organizations decide about questions only. The model never sees rows of a template.
      showsRows: false,
      meter,
      signal,
    });
  }

  private end(
    { id, caller, rendered, source, sight, secrets, idempotencyKey }: BegunExecution,
    { sql, result, model, failure }: Generation,
    startedAt: Date,
    errorCode: string | null,
    kept: KeptAnswer | null,
  ): Promise<void> {
    const done = result === null ? 'generated' : 'succeeded';
    const isRejected = failure instanceof ModelFailed && failure.fault === 'no_allowed_statement';
    const event = {
      action: 'prompt_template.answered',
      actorUserId: caller.userId,
      organizationId: source.organizationId,
      target: { type: 'prompt_template', id: rendered.template.id },
    };
    return this.endExecution.execute({
      id,
      startedAt,
      // A longer statement was refused. Cut short, it could show the beginning of a value that must be masked.
      sql: sql === null || sql.length > LONGEST_STATEMENT ? null : masked(sql, secrets),
      outcome: errorCode === null ? done : isRejected ? 'rejected' : outcomeOf(errorCode),
      errorCode,
      result,
      model,
      kept: idempotencyKey === null || kept === null ? null : { ...kept, sight },
      event: errorCode === null ? null : event,
    });
  }
}
