import { say } from '../../shared/sentence.js';
import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import { DomainError, Unavailable } from '../../shared/domain-error.js';
import { Faults } from '../../shared/ports/faults.js';
import { tellableReason } from '../domain/tellable-reason.js';
import type { Unprepared } from '../../shared/unprepared.js';
import { JudgeStatement, type JudgedText, type Verdict } from './judge-statement.js';
import { NamePolicies } from './name-policies.js';
import { RunStatement } from './run-statement.js';
import { TakeTurn } from './take-turn.js';

/** A person who types waits for the answer. */
const PATIENCE_MS = 3_000;
/** What is kept is judged once, and then believed. */
export const PATIENCE_FOR_KEPT_MS = 15_000;

type Allowed = Extract<Verdict, { ok: true }>;

/** `unprepared`: why the guard alone has judged it. */
export type Prepared = (Allowed & { readonly unprepared: Unprepared | null }) | Exclude<Verdict, Allowed>;

interface Asked extends JudgedText {
  readonly caller: Caller;
  /** The caller saves it. */
  readonly isKept?: boolean;
  /** Ends the wait for several statements together. */
  readonly until?: AbortSignal;
}

/**
 * Judges a statement, and has the source's own engine prepare it as it would be run for the caller: that finds columns that are not there.
 * Nothing of it runs. Where the source cannot be asked now, the guard alone decides, and the answer says so.
 */
@Injectable()
export class PrepareAtSource {
  constructor(
    private readonly judgeStatement: JudgeStatement,
    private readonly takeTurn: TakeTurn,
    private readonly runStatement: RunStatement,
    private readonly namePolicies: NamePolicies,
    private readonly faults: Faults,
  ) {}

  /** @throws what `JudgeStatement` throws */
  async execute(asked: Asked): Promise<Prepared> {
    const verdict = await this.judgeStatement.execute(asked);
    return verdict.ok ? this.prepare(asked, verdict) : verdict;
  }

  /** The same of what the guard has let through for the caller. */
  async prepare(asked: Asked, verdict: Allowed): Promise<Prepared> {
    const { unprepared, reason } = await this.askSource(asked, verdict);
    if (reason === null) return { ...verdict, unprepared };
    const message = say('The data source does not take it: {reason}. Correct it, or discover the schema again.', {
      reason: reason.replace(/[.\s]*$/, ''),
    });
    const violation = { rule: 'syntax', position: null, message } as const;
    // Without restrictions no policy has made the source refuse it.
    return {
      ok: false,
      violations: verdict.restrictions === null ? [violation] : await this.namePolicies.inViolations(asked, [violation]),
    };
  }

  private async askSource({ caller, source, isKept = false, until }: Asked, verdict: Allowed): Promise<Answer> {
    const { statement, values, reads, isFenced, restrictions, open } = verdict;
    if (open !== undefined) return without('looked_up');
    if (until?.aborted === true) return without('silent');
    // Nobody waits in line for an answer that the guard can give.
    if (!this.takeTurn.isFree({ caller, source })) return without('busy');
    const timeoutMs = isKept ? PATIENCE_FOR_KEPT_MS : PATIENCE_MS;
    const signal = until ?? AbortSignal.timeout(timeoutMs);
    const restricted = restrictions === null ? null : { pricing: null };
    const limits = { maxRows: 0, timeoutMs, isProduct: false };
    const query = { caller, source, statement, values, reads, isFenced, restricted, limits, signal, admit: async () => undefined };
    try {
      const outcome = await this.takeTurn.execute({ caller, source, signal }, (turn) => this.runStatement.execute({ ...query, turn }));
      if (outcome.kind === 'rows') return { unprepared: null, reason: null };
      if (outcome.kind !== 'failed') return without(outcome.kind === 'out_of_memory' ? 'unasked' : 'silent');
      return { unprepared: null, reason: restrictions === null ? outcome.reason : tellableReason(outcome, verdict) };
    } catch (error) {
      if (!(error instanceof DomainError) && !signal.aborted) this.faults.report(error, 'a source could not prepare a statement');
      if (signal.aborted) return without('silent');
      return without(error instanceof Unavailable ? 'busy' : 'unreachable');
    }
  }
}

interface Answer {
  readonly unprepared: Unprepared | null;
  /** Why the source refuses it. */
  readonly reason: string | null;
}

const without = (unprepared: Unprepared): Answer => ({ unprepared, reason: null });
