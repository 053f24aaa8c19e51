import { Injectable } from '@nestjs/common';
import type { DataSource } from '../../data-sources/application/enter-data-source.js';
import { LocateRelations } from '../../data-sources/application/locate-relations.js';
import { type QualifiedName, type RelationUse, type Violation, qualified } from '../domain/judgement.js';
import { ambiguous, unknown, unreadable } from '../domain/relation-violations.js';
import { StatementGuard } from './ports/statement-guard.js';

export type Verdict =
  /** `statement` is what may be sent to the source, and nothing else is. */
  { readonly ok: true; readonly statement: string } | { readonly ok: false; readonly violations: readonly Violation[] };

/** Says whether a statement can do no harm to a data source that the caller has entered already. */
@Injectable()
export class JudgeStatement {
  constructor(
    private readonly guard: StatementGuard,
    private readonly locateRelations: LocateRelations,
  ) {}

  /** @throws SchemaNotDiscovered, for a statement that names a relation; Unavailable when too many wait to be judged */
  async execute({ source, sql }: { readonly source: DataSource; readonly sql: string }): Promise<Verdict> {
    const judgement = await this.guard.judge(source.engine, sql, `organization ${source.organizationId}`);
    if (!judgement.ok) return { ok: false, violations: judgement.violations };
    const { relations } = judgement;
    const uses = new Map<string, RelationUse>();
    for (const use of relations) if (!uses.has(nameOf(use))) uses.set(nameOf(use), use);
    const distinct = [...uses.values()];
    const candidates = distinct.length === 0 ? [] : await this.locateRelations.execute(source, distinct);
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
    if (violations.length > 0) return { ok: false, violations };
    const names = relations.flatMap((use) => meant.get(nameOf(use)) ?? []);
    return { ok: true, statement: qualified(judgement, names) };
  }
}

function nameOf({ schema, name }: RelationUse): string {
  return JSON.stringify([schema, name]);
}
