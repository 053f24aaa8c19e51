import { Injectable } from '@nestjs/common';
import type { DataSource } from '../../data-sources/application/enter-data-source.js';
import { LocateRelations } from '../../catalog/application/locate-relations.js';
import { SuggestRelation } from '../../catalog/application/suggest-relation.js';
import { ReadSourceFacts } from '../../catalog/application/read-source-facts.js';
import type { Caller } from '../../shared/caller.js';
import {
  type Judgement,
  MOST_VIOLATIONS,
  type OpenValues,
  type RelationUse,
  type Violation,
  qualified,
} from '../../engines/sql-guard/judgement.js';
import { type QualifiedName, keyOf } from '../../shared/qualified-name.js';
import { type KnownSource, UNKNOWN_SOURCE } from '../../engines/sql-guard/known-source.js';
import { ambiguous, notDiscovered, unknown, unreadable } from '../../engines/sql-guard/relation-violations.js';
import { type AppliedRestriction, type Literal, type Pricing, isHidden } from '../../engines/sql-guard/restriction.js';
import type { WrittenColumn } from '../../engines/sql-guard/written-column.js';
import { JudgeFileStatement } from './judge-file-statement.js';
import { NamePolicies } from './name-policies.js';
import { RestrictStatement } from './restrict-statement.js';
import { DataPolicies } from './ports/data-policies.js';
import { StatementGuard } from './ports/statement-guard.js';

export type Verdict =
  /**
   * `statement` is what may be sent to the source, and nothing else is, with `values` for its parameters; `reads` is what it
   * names there; `columns` is how the result is to be named. A product is to be priced by its engine first. `restrictions` tells what it does not show to the caller;
   * `null` if it shows all that it reads.
   */
  | {
      readonly ok: true;
      readonly statement: string;
      readonly values: readonly Literal[];
      readonly reads: readonly QualifiedName[];
      readonly isProduct: boolean;
      readonly isFenced: boolean;
      readonly pricing?: Pricing | null;
      readonly spans?: readonly { readonly start: number; readonly end: number }[];
      readonly refusal?: string | null;
      readonly columns: readonly WrittenColumn[] | null;
      readonly restrictions: readonly AppliedRestriction[] | null;
      /** It stands for itself only when these values are written into the text that was judged. */
      readonly open?: OpenValues | undefined;
    }
  | { readonly ok: false; readonly violations: readonly Violation[] };

export interface JudgedText {
  /** Whose statement it is; `null` for one that is only checked, by no person. */
  readonly caller: Caller | null;
  readonly source: DataSource;
  readonly sql: string;
}

/** For each, all names of the schema are compared. */
const MOST_PROPOSALS = 2;

/** Decides whether a statement is harmless for a data source that the caller has entered already, and what of it they may see. */
@Injectable()
export class JudgeStatement {
  constructor(
    private readonly guard: StatementGuard,
    private readonly judgeFileStatement: JudgeFileStatement,
    private readonly locateRelations: LocateRelations,
    private readonly readSourceFacts: ReadSourceFacts,
    private readonly dataPolicies: DataPolicies,
    private readonly restrictStatement: RestrictStatement,
    private readonly suggestRelation: SuggestRelation,
    private readonly namePolicies: NamePolicies,
  ) {}

  /**
   * @throws SchemaNotDiscovered, for a statement that names a relation; EngineUnavailable; Unavailable when too many wait to be
   *   judged; what `DataPolicies` throws
   */
  async execute(judged: JudgedText): Promise<Verdict> {
    const verdict = await this.verdictOn(judged);
    if (verdict.ok) return verdict;
    const told = await Promise.all(verdict.violations.map((one, index) => this.withProposal(judged, one, index < MOST_PROPOSALS)));
    const { caller } = judged;
    return { ok: false, violations: caller === null ? told : await this.namePolicies.inViolations({ ...judged, caller }, told) };
  }

  /** Proposes a relation for every unknown name alike, so that hidden relations and missing ones get the same answer. */
  private async withProposal({ caller, source }: JudgedText, found: Violation, isLookedFor: boolean): Promise<Violation> {
    const { sought, ...violation } = found;
    if (sought === undefined || caller === null || !isLookedFor) return violation;
    return { ...violation, message: notDiscovered(sought, await this.suggestRelation.execute(caller, source, sought)) };
  }

  private async verdictOn({ caller, source, sql }: JudgedText): Promise<Verdict> {
    const facts = await this.readSourceFacts.execute(source);
    const judgement = await this.judgementOf(caller, source, sql, facts ?? UNKNOWN_SOURCE);
    if (!judgement.ok) return { ok: false, violations: judgement.violations };
    const { relations } = judgement;
    const uses = new Map<string, RelationUse>();
    for (const use of relations) if (!uses.has(nameOf(use))) uses.set(nameOf(use), use);
    const distinct = [...uses.values()];
    const located = distinct.length === 0 ? [] : await this.locateRelations.execute(source, distinct, facts);
    const own = caller === null ? null : await this.dataPolicies.restrictionsOf(caller, source, located.flat());
    const hidden = new Set((own ?? []).filter(isHidden).map(keyOf));
    const candidates = located.map((choices) => choices.filter((choice) => !hidden.has(keyOf(choice))));
    const meant = new Map<string, QualifiedName>();
    const violations: Violation[] = [];
    distinct.forEach((use, index) => {
      const choices = candidates[index] ?? [];
      const [only, another] = choices;
      if (only === undefined) violations.push(unknown(use));
      else if (another !== undefined) violations.push(ambiguous(use, choices));
      else if (!only.isReadable) violations.push(unreadable(use));
      else meant.set(nameOf(use), only);
    });
    if (violations.length > 0) return { ok: false, violations: violations.slice(0, MOST_VIOLATIONS) };
    const names = relations.flatMap((use) => meant.get(nameOf(use)) ?? []);
    const reads = [...meant.values()];
    const isProduct = judgement.isProduct === true;
    const { open } = judgement;
    const request = { source, sql: open?.text ?? sql, facts: facts ?? UNKNOWN_SOURCE, uses: relations, names };
    const restricted = caller === null || own === null ? null : await this.restrictStatement.execute(caller, request, own);
    if (restricted !== null) return restricted.ok ? { ...restricted, reads, isProduct, open: open?.values } : restricted;
    return {
      ok: true,
      statement: qualified(judgement, names),
      values: [],
      isFenced: false,
      columns: null,
      reads,
      isProduct,
      restrictions: null,
      open: open?.values,
    };
  }

  private judgementOf(caller: Caller | null, source: DataSource, sql: string, facts: KnownSource): Promise<Judgement> {
    const { engine } = source;
    if (engine === 'sqlite' || engine === 'duckdb') return this.judgeFileStatement.execute(caller, source, engine, sql);
    return this.guard.judge(engine, sql, `organization ${source.organizationId}`, facts);
  }
}

function nameOf({ schema, name }: RelationUse): string {
  return JSON.stringify([schema, name]);
}
