import { Injectable } from '@nestjs/common';
import type { DataSource } from '../../data-sources/application/enter-data-source.js';
import type { Caller } from '../../shared/caller.js';
import { MOST_VIOLATIONS, type RelationUse, type Violation } from '../../engines/sql-guard/judgement.js';
import { type QualifiedName, keyOf } from '../../shared/qualified-name.js';
import type { KnownSource } from '../../engines/sql-guard/known-source.js';
import { maskedOperands } from '../domain/masked-operands.js';
import { throughRelation, unknown } from '../../engines/sql-guard/relation-violations.js';
import {
  type AppliedRestriction,
  type RestrictedUse,
  type Restricting,
  type Restriction,
  appliedOf,
  isHidden,
} from '../../engines/sql-guard/restriction.js';
import { DataPolicies } from './ports/data-policies.js';
import { InheritRestrictions } from './inherit-restrictions.js';
import { JudgeFileStatement } from './judge-file-statement.js';
import { StatementGuard } from './ports/statement-guard.js';

interface JudgedStatement {
  readonly source: DataSource;
  readonly sql: string;
  readonly facts: KnownSource;
  /** As the statement names them, in the order of its judgement. */
  readonly uses: readonly RelationUse[];
  /** Which relation each of them means. */
  readonly names: readonly QualifiedName[];
}

type Restricted =
  | (Extract<Restricting, { ok: true }> & { readonly restrictions: readonly AppliedRestriction[] })
  | Extract<Restricting, { ok: false }>;

/** Makes a harmless statement read only what policies let the caller see. */
@Injectable()
export class RestrictStatement {
  constructor(
    private readonly dataPolicies: DataPolicies,
    private readonly inheritRestrictions: InheritRestrictions,
    private readonly guard: StatementGuard,
    private readonly judgeFileStatement: JudgeFileStatement,
  ) {}

  /**
   * @param own restrictions of the relations themselves, none of which is hidden as a whole
   * @returns `null` if it reads nothing that is restricted
   * @throws what `DataPolicies` throws; Unavailable
   */
  async execute(caller: Caller, judged: JudgedStatement, own: readonly Restriction[]): Promise<Restricted | null> {
    const { uses, names } = judged;
    const byName = new Map(names.map((name) => [keyOf(name), name]));
    const restrictions = new Map<string, Restriction>();
    const refused = new Set<string>();
    const columnsOf = new Map<string, readonly string[]>();
    const inherited = await this.inheritRestrictions.execute(
      judged,
      [...byName.values()],
      own,
      async (bases) => (await this.dataPolicies.restrictionsOf(caller, judged.source, bases)) ?? [],
    );
    for (const { name, restriction, isRefused, columns } of inherited) {
      columnsOf.set(keyOf(name), columns);
      if (isRefused) refused.add(keyOf(name));
      else if (restriction !== null) restrictions.set(keyOf(name), restriction);
    }
    const read = names.map((name): RestrictedUse => {
      const key = keyOf(name);
      return { ...name, restriction: restrictions.get(key) ?? null, columns: columnsOf.get(key) ?? [] };
    });
    const violations = uses.flatMap((use, index): Violation[] => {
      const name = names[index];
      if (name !== undefined && refused.has(keyOf(name))) return [throughRelation(use)];
      // Restrictions of its parents leave nothing of this table.
      const restriction = read[index]?.restriction ?? null;
      return restriction !== null && isHidden(restriction) ? [unknown(use)] : [];
    });
    if (violations.length > 0) return { ok: false, violations: violations.slice(0, MOST_VIOLATIONS) };
    if (restrictions.size === 0) return null;
    const printed = await this.print(judged, read);
    if (!printed.ok) return printed;
    return { ...printed, restrictions: [...restrictions.values()].map(appliedOf) };
  }

  private print({ source, sql, facts, uses }: JudgedStatement, read: readonly RestrictedUse[]) {
    const { engine } = source;
    const named = uses.map(({ name }, index) => ({ restriction: null, ...read[index], name }));
    const violations = maskedOperands(sql, engine, named);
    if (violations.length > 0) return { ok: false as const, violations };
    return engine === 'sqlite' || engine === 'duckdb'
      ? this.judgeFileStatement.restrict(source, engine, sql, read)
      : this.guard.restrict(engine, sql, `organization ${source.organizationId}`, facts, read);
  }
}
