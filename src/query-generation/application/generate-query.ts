import { Injectable } from '@nestjs/common';
import type { DataSource } from '../../data-sources/application/enter-data-source.js';
import { DomainError } from '../../shared/domain-error.js';
import type { ModelUse } from '../domain/execution.js';
import { proposalIn } from '../domain/model-answer.js';
import { type PromptInput, problemOf, promptOf, repairOf } from '../domain/prompt.js';
import { ModelFailed, QueryFailed, QueryMemoryExceeded } from '../domain/query.errors.js';
import type { ResultLimits, ResultSet } from '../domain/result-set.js';
import { JudgeStatement } from './judge-statement.js';
import { LanguageModel } from './ports/language-model.js';
import { Nonces } from './ports/nonces.js';
import { RunJudgedStatement } from './run-judged-statement.js';

const REPAIRS = 2;

export interface GenerationInput extends Pick<PromptInput, 'context' | 'examples' | 'question' | 'valuesNote'> {
  readonly source: DataSource;
  /** Who asks. */
  readonly userId: number;
  /** `null`: nothing is run. */
  readonly limits: ResultLimits | null;
  readonly signal: AbortSignal;
}

/** How it ended, and what it cost. The cost is recorded even when the answer was of no use. */
export interface Generation {
  /** The last one proposed, allowed or not. */
  readonly sql: string | null;
  /** What the model says about the statement. */
  readonly explanation: string | null;
  readonly result: ResultSet | null;
  readonly model: ModelUse | null;
  readonly failure: DomainError | null;
}

type Try = Pick<Generation, 'sql' | 'explanation' | 'result'> & {
  readonly failure: DomainError | null;
  /** What the model is told to do better; `null` where it could do nothing about it. */
  readonly problem: string | null;
};

/** Has a language model write a statement, which is judged, and run when that is wanted; twice it may correct itself. */
@Injectable()
export class GenerateQuery {
  constructor(
    private readonly model: LanguageModel,
    private readonly nonces: Nonces,
    private readonly judge: JudgeStatement,
    private readonly runJudgedStatement: RunJudgedStatement,
  ) {}

  /** Refusals are answered, not thrown. */
  async execute(input: GenerationInput): Promise<Generation> {
    const nonce = this.nonces.next();
    const party = `organization ${input.source.organizationId}`;
    const messages = promptOf({ ...input, dialect: input.source.engine, nonce });
    const so: { -readonly [Key in 'sql' | 'explanation' | 'model']: Generation[Key] } = {
      ...{ sql: null, explanation: null, model: null },
    };
    try {
      for (let round = 0; ; round++) {
        const answer = await this.model.ask(messages, party, input.signal);
        so.model = sumOf(so.model, answer.use);
        const attempt = await this.attempt(input, answer.text);
        if (attempt.sql !== null) [so.sql, so.explanation] = [attempt.sql, attempt.explanation];
        if (attempt.problem === null || round >= REPAIRS) return { ...attempt, ...so };
        messages.push(...repairOf(answer.text, attempt.problem, nonce));
      }
    } catch (failure) {
      if (!(failure instanceof DomainError)) throw failure;
      return { ...so, result: null, failure };
    }
  }

  private async attempt({ source, userId, limits, signal }: GenerationInput, answer: string): Promise<Try> {
    const nothing = { sql: null, explanation: null, result: null, failure: null, problem: null };
    const proposal = proposalIn(answer);
    if (proposal.kind === 'refusal') return { ...nothing, failure: new ModelFailed('refused', proposal.reason) };
    if (proposal.kind === 'malformed')
      return { ...nothing, failure: new ModelFailed('malformed'), problem: 'The answer is no JSON object with "sql".' };
    const { sql, explanation } = proposal;
    const proposed = { ...nothing, sql, explanation };
    const verdict = await this.judge.execute({ source, sql });
    if (!verdict.ok) {
      const { violations } = verdict;
      const failure = new ModelFailed('no_allowed_statement', undefined, { violations });
      return { ...proposed, failure, problem: problemOf(violations) };
    }
    if (limits === null) return proposed;
    try {
      const { statement } = verdict;
      const result = await this.runJudgedStatement.execute({ source, userId, statement, limits, signal });
      return { ...proposed, result };
    } catch (failure) {
      if (!(failure instanceof DomainError)) throw failure;
      return { ...proposed, failure, problem: problemWith(failure) };
    }
  }
}

function problemWith(failure: DomainError): string | null {
  if (failure instanceof QueryFailed) return failure.reason;
  return failure instanceof QueryMemoryExceeded ? failure.message : null;
}

function sumOf(before: ModelUse | null, { name, inputTokens, outputTokens }: ModelUse): ModelUse {
  return {
    name,
    inputTokens: (before?.inputTokens ?? 0) + inputTokens,
    outputTokens: (before?.outputTokens ?? 0) + outputTokens,
  };
}
