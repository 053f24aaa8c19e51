import { Injectable } from '@nestjs/common';
import { DomainError, Unavailable } from '../../shared/domain-error.js';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import { Clock } from '../../shared/ports/clock.js';
import { UnitOfWork } from '../../shared/ports/unit-of-work.js';
import type { Outcome } from '../domain/execution.js';
import { type ExecutionAnswer, withoutModel } from '../domain/execution-answer.js';
import { masked } from '../domain/masked.js';
import { storable } from '../domain/storable.js';
import { ModelNotConfigured } from '../domain/query.errors.js';
import type { ExecutionRequest } from './execute-template.js';
import { FollowedWork } from './followed-work.js';
import { GenerateQuery, type Generation } from './generate-query.js';
import { Executions } from './ports/executions.js';
import { Feedback } from './ports/feedback.js';
import { KeyedAnswers, type KeptRefusal } from './ports/keyed-answers.js';
import { LanguageModel } from './ports/language-model.js';
import type { SchemaContext } from './ports/schema-contexts.js';
import type { Source } from './ports/sources.js';
import type { RenderedTemplate } from './ports/templates.js';

const MOST_EXAMPLES = 3;
const TIMEOUT_MS = 10_000;
/** Longer ones are refused anyway, and cut short they could show the beginning of what is to be masked. */
const LONGEST_KEPT = 20_000;
const OUTCOMES: Readonly<Record<string, Outcome>> = {
  QUERY_CANCELLED: 'cancelled',
  QUERY_TIMEOUT: 'timed_out',
  QUERY_REJECTED: 'rejected',
};

export interface BegunExecution extends Pick<
  ExecutionRequest,
  'caller' | 'run' | 'maxRows' | 'idempotencyKey' | 'signal'
> {
  readonly id: number;
  readonly template: RenderedTemplate;
  readonly source: Source;
  readonly context: SchemaContext;
  readonly secrets: readonly string[];
}

/** Takes an execution that was accepted to its end, and writes that end down. */
@Injectable()
export class PerformExecution {
  constructor(
    private readonly model: LanguageModel,
    private readonly generateQuery: GenerateQuery,
    private readonly feedback: Feedback,
    private readonly executions: Executions,
    private readonly answers: KeyedAnswers,
    private readonly followed: FollowedWork,
    private readonly unitOfWork: UnitOfWork,
    private readonly auditTrail: AuditTrail,
    private readonly clock: Clock,
  ) {}

  /** @throws what refused it, and whatever else went wrong: it is at its end in any case */
  async execute(begun: BegunExecution): Promise<ExecutionAnswer> {
    const { id, template, context } = begun;
    const shown = { executionId: id, renderedText: template.text, context };
    const started = this.clock.now();
    let generation: Generation = { sql: null, result: null, model: null, failure: null };
    try {
      if (!this.model.isConfigured) throw new ModelNotConfigured(withoutModel(shown));
      generation = await this.followed.execute(id, begun.signal, (signal) => this.generate(begun, signal));
      if (generation.failure !== null) throw generation.failure;
      const answer = { ...shown, sql: generation.sql ?? '', result: generation.result, model: generation.model };
      await this.end(begun, generation, started, null, { answer });
      return answer;
    } catch (error) {
      const failure = error instanceof DomainError ? withId(error, id) : null;
      await this.end(begun, generation, started, failure?.code ?? 'INTERNAL', failure && { refusal: plain(failure) });
      throw failure ?? error;
    }
  }

  private async generate(begun: BegunExecution, signal: AbortSignal): Promise<Generation> {
    const { template, source, context, run, maxRows } = begun;
    const place = { organizationId: source.organizationId, dataSourceId: source.id };
    const wanted = { ...place, question: template.maskedText };
    return this.generateQuery.execute({
      source,
      context: context.text,
      examples: await this.feedback.similar(wanted, MOST_EXAMPLES),
      question: template.question,
      valuesNote: template.systemText,
      limits: run ? { maxRows, timeoutMs: TIMEOUT_MS } : null,
      signal,
    });
  }

  private async end(
    { id, caller, template, source, secrets, idempotencyKey }: BegunExecution,
    { sql, result, model, failure }: Generation,
    started: Date,
    errorCode: string | null,
    kept: Parameters<KeyedAnswers['keep']>[1] | null,
  ): Promise<void> {
    const isRejected = errorCode === 'MODEL_FAILED' && sql !== null && failure?.extension?.['violations'] !== undefined;
    const done: Outcome = result === null ? 'generated' : 'succeeded';
    const outcome = errorCode === null ? done : isRejected ? 'rejected' : (OUTCOMES[errorCode] ?? 'failed');
    const finishedAt = this.clock.now();
    await this.unitOfWork.run(async () => {
      await this.executions.finish(id, {
        sql: sql === null || sql.length > LONGEST_KEPT ? null : storable(masked(sql, secrets)),
        outcome,
        errorCode,
        rowCount: result?.rows.length ?? null,
        isTruncated: result?.isTruncated ?? null,
        durationMs: Math.max(0, finishedAt.getTime() - started.getTime()),
        model,
        finishedAt,
      });
      if (idempotencyKey !== null && errorCode === 'UNAVAILABLE') await this.answers.release(id);
      else if (idempotencyKey !== null && kept !== null) await this.answers.keep(id, kept);
      if (errorCode === null) return;
      await this.auditTrail.record({
        action: 'prompt_template.answered',
        outcome: 'refused',
        actorUserId: caller.userId,
        organizationId: source.organizationId,
        target: { type: 'prompt_template', id: template.id },
        detail: { execution_id: id, reason: errorCode },
      });
    });
  }
}

/** An error written as JSON would leave out its message. */
function plain({ kind, code, message, details, extension }: DomainError): KeptRefusal {
  return { kind, code, message, ...(details && { details }), ...(extension && { extension }) };
}

/** A client can look up in the history what became of what it asked for. */
function withId(failure: DomainError, id: number): DomainError {
  // Carries how long to wait.
  if (failure instanceof Unavailable) return failure;
  const { kind, code, message, details, extension } = failure;
  return new DomainError(kind, code, message, details, { ...extension, execution_id: id });
}
