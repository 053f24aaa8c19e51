import { Injectable } from '@nestjs/common';
import type { DataSource } from '../../data-sources/application/enter-data-source.js';
import type { Caller } from '../../shared/caller.js';
import { DomainError } from '../../shared/domain-error.js';
import { STATEMENT_FORM, STATEMENT_OR_QUESTION_FORM } from '../domain/answer-form.js';
import { errorShapeOf } from '../domain/error-shape.js';
import { type ModelUse, sumOf } from '../domain/execution.js';
import type { Violation } from '../../engines/sql-guard/judgement.js';
import { type Clarification, proposalIn } from '../domain/model-answer.js';
import { type PromptInput, problemOf, promptOf, repairOf } from '../domain/prompt.js';
import { ModelFailed } from '../domain/query.errors.js';
import { QueryFailed, QueryMemoryExceeded } from '../../statements/application/run-in-turn.js';
import type { ResultLimits, ResultSet } from '../domain/result-set.js';
import type { TokenMeter } from '../domain/token-meter.js';
import { AskModel } from './ask-model.js';
import { type AskingPermission, ConfirmAsker } from '../../statements/application/confirm-asker.js';
import { NamePolicies } from '../../statements/application/name-policies.js';
import { JudgeStatement } from '../../statements/application/judge-statement.js';
import { Nonces } from './ports/nonces.js';
import { RunInTurn } from '../../statements/application/run-in-turn.js';

const REPAIRS = 2;

/** The steps that a client can follow. */
export type GenerationStep =
  | { readonly kind: 'sql'; readonly sql: string; readonly explanation: string | null; readonly round: number }
  | { readonly kind: 'verdict'; readonly violations: readonly Violation[] }
  | { readonly kind: 'rows'; readonly result: ResultSet };

export interface GenerationInput extends Pick<PromptInput, 'context' | 'examples' | 'glossary' | 'earlier' | 'question' | 'valuesNote'> {
  readonly source: DataSource;
  /** Who asks, and with which permission. */
  readonly caller: Caller;
  readonly permission: AskingPermission;
  /** `null`: the statement is not run. */
  readonly limits: ResultLimits | null;
  /** Whether the model may see rows; if not, an error must not tell of them either. */
  readonly showsRows: boolean;
  readonly meter: TokenMeter;
  readonly signal: AbortSignal;
  readonly tell?: (step: GenerationStep) => void;
}

/** How it ended, and what it cost. The cost is recorded even if the answer was useless. */
export interface Generation {
  /** The last proposed statement, allowed or not. */
  readonly sql: string | null;
  /** What the model says about the statement. */
  readonly explanation: string | null;
  readonly result: ResultSet | null;
  readonly model: ModelUse | null;
  /** What the model asks back; only in a conversation. */
  readonly clarification: Clarification | null;
  /** How often it corrected itself. */
  readonly repairs: number;
  readonly failure: DomainError | null;
}

type Try = Pick<Generation, 'sql' | 'explanation' | 'result' | 'clarification' | 'failure'> & {
  /** What the model should correct; `null` if it cannot do anything about it. */
  readonly problem: string | null;
};

/**
 * Has a language model write a statement, judges it, and runs it if wanted. The model may correct itself twice, but not what policies
 * forbid, and no statement is tried again.
 */
@Injectable()
export class GenerateQuery {
  constructor(
    private readonly askModel: AskModel,
    private readonly nonces: Nonces,
    private readonly judge: JudgeStatement,
    private readonly confirmAsker: ConfirmAsker,
    private readonly runInTurn: RunInTurn,
    private readonly namePolicies: NamePolicies,
  ) {}

  /** Refusals are answered, not thrown. */
  async execute(input: GenerationInput): Promise<Generation> {
    const nonce = this.nonces.next();
    const payer = { party: `organization ${input.source.organizationId}`, meter: input.meter };
    const messages = promptOf({ ...input, dialect: input.source.engine, nonce });
    const form = input.earlier === null ? STATEMENT_FORM : STATEMENT_OR_QUESTION_FORM;
    const so: { -readonly [Key in 'sql' | 'explanation' | 'model' | 'repairs']: Generation[Key] } = {
      sql: null,
      explanation: null,
      model: null,
      repairs: 0,
    };
    const tried = new Map<string | null, Try>();
    try {
      for (let round = 0; ; round++) {
        const answer = await this.askModel.execute(messages, form, payer, input.signal);
        so.model = sumOf(so.model, answer.use);
        const attempt = await this.attempt(input, answer.text, round, tried);
        so.repairs = round;
        tried.set(attempt.sql, attempt);
        if (attempt.sql !== null) [so.sql, so.explanation] = [attempt.sql, attempt.explanation];
        if (attempt.problem === null || round >= REPAIRS) return { ...attempt, ...so };
        messages.push(...repairOf(answer.text, attempt.problem, nonce));
      }
    } catch (failure) {
      if (!(failure instanceof DomainError)) throw failure;
      return { ...so, result: null, clarification: null, failure };
    }
  }

  private async attempt(input: GenerationInput, answer: string, round: number, tried: ReadonlyMap<string | null, Try>): Promise<Try> {
    const { caller, permission, limits, showsRows, signal, tell = () => undefined } = input;
    const source = await this.confirmAsker.execute(caller, permission, input.source.id);
    const nothing = { sql: null, explanation: null, result: null, clarification: null, failure: null, problem: null };
    const proposal = proposalIn(answer);
    if (proposal.kind === 'refusal') return { ...nothing, failure: await this.refusal(caller, source, input.question, proposal.reason) };
    if (proposal.kind === 'clarification')
      return input.earlier === null
        ? { ...nothing, failure: new ModelFailed('refused', proposal.clarification.question) }
        : { ...nothing, clarification: proposal.clarification };
    if (proposal.kind === 'malformed')
      return {
        ...nothing,
        failure: new ModelFailed('malformed'),
        problem: 'The answer is not a JSON object with "sql".',
      };
    const { sql, explanation } = proposal;
    const before = tried.get(sql);
    if (before !== undefined) return { ...before, problem: null };
    const proposed = { ...nothing, sql, explanation };
    tell({ kind: 'sql', sql, explanation, round });
    const asked = { caller, source, sql };
    const told = (violations: readonly Violation[]): void => tell({ kind: 'verdict', violations });
    try {
      const wanted = { ...asked, permission, limits, signal, allowed: () => told([]) };
      const judged = limits === null ? await this.judge.execute(asked) : await this.runInTurn.execute({ ...wanted, limits });
      if (!judged.ok) {
        const { violations } = judged;
        told(violations);
        const failure = new ModelFailed('no_allowed_statement', undefined, { violations });
        return { ...proposed, failure, problem: violations.some(isForbidden) ? null : problemOf(violations) };
      }
      if (!('result' in judged)) {
        told([]);
        return proposed;
      }
      tell({ kind: 'rows', result: judged.result });
      return { ...proposed, result: judged.result };
    } catch (failure) {
      if (!(failure instanceof DomainError)) throw failure;
      return { ...proposed, failure, problem: problemWith(failure, sql, showsRows) };
    }
  }

  /**
   * A model does not know what policies hide, so it cannot name them as the reason. We name every policy on a relation that the question or
   * the reason mentions.
   */
  private async refusal(caller: Caller, source: DataSource, question: string, reason: string): Promise<ModelFailed> {
    const policies = await this.namePolicies.inWords(caller, source, `${question} ${reason}`);
    return new ModelFailed('refused', reason, { ...(policies.length > 0 && { policies }) });
  }
}

/** What policies hide stays hidden, however it is asked for. A restricted relation can be written in another way. */
function isForbidden({ rule, policies = [] }: Violation): boolean {
  return rule !== 'restricted_relation' && policies.length > 0;
}

/** Databases quote the cells that they stumble over. */
function problemWith(failure: DomainError, sql: string, showsRows: boolean): string | null {
  if (failure instanceof QueryFailed && failure.policies.length > 0) return null;
  if (failure instanceof QueryFailed) return showsRows ? failure.reason : errorShapeOf(failure.reason, sql);
  return failure instanceof QueryMemoryExceeded ? failure.message : null;
}
