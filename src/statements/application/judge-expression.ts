import { Injectable } from '@nestjs/common';
import { DescribeRelations } from '../../catalog/application/describe-relations.js';
import { SeeSchema, visiblePart } from '../../catalog/application/see-schema.js';
import { type Candidate, type Source, namedColumns, sourcesOf } from '../domain/named-columns.js';
import { JudgeStatement, type JudgedText, type Verdict } from './judge-statement.js';
import { PATIENCE_FOR_KEPT_MS, PrepareAtSource, type Prepared } from './prepare-at-source.js';

const SELECT = 'SELECT ';

/**
 * Judges an expression that people keep. It does not say what it is selected from, so the source's own engine prepares it over relations
 * that have columns of these names, as far as the caller may know of them. It is good if it is over any.
 */
@Injectable()
export class JudgeExpression {
  constructor(
    private readonly judgeStatement: JudgeStatement,
    private readonly prepareAtSource: PrepareAtSource,
    private readonly describeRelations: DescribeRelations,
    private readonly seeSchema: SeeSchema,
  ) {}

  /** @returns with places in the expression @throws what `JudgeStatement` throws */
  async execute(judged: JudgedText): Promise<Prepared> {
    const { caller, source } = judged;
    const alone = await this.judgeStatement.execute({ ...judged, sql: `${SELECT}${judged.sql}` });
    // This engine can read a column only of a relation.
    if (!alone.ok && (source.engine !== 'sqlite' || alone.violations.some(({ rule }) => rule !== 'syntax'))) return placed(alone);
    const relations = caller === null && alone.ok ? null : await this.relationsFor(judged);
    if (relations === null) return placed(alone);
    const refusals: Prepared[] = [];
    const until = AbortSignal.timeout(PATIENCE_FOR_KEPT_MS);
    const froms = sourcesOf(namedColumns(judged.sql), relations);
    for (const text of froms.length === 0
      ? ['']
      : froms.map((from) => `\nFROM ${from.map((one) => written(one, source.engine)).join(', ')}`)) {
      const verdict = await this.judgeStatement.execute({ ...judged, sql: `${SELECT}${judged.sql}${text}` });
      // What the guard says of a FROM that a person did not write says nothing about the expression.
      if (!verdict.ok && source.engine !== 'sqlite') continue;
      const prepared =
        caller === null || !verdict.ok
          ? unasked(verdict)
          : await this.prepareAtSource.prepare({ caller, source, sql: judged.sql, isKept: true, until }, verdict);
      if (prepared.ok) return prepared;
      refusals.push(prepared);
    }
    return placed(refusals[0] ?? alone);
  }

  /** @returns `null` before the first discovery */
  private async relationsFor({ caller, source, sql }: JudgedText): Promise<readonly Candidate[] | null> {
    const names = namedColumns(sql).flatMap(({ of, name }) => (of === null ? [name] : [of, name]));
    const found = await this.describeRelations.withColumns(source.id, names);
    const visible = found === null || caller === null ? null : await this.seeSchema.execute(caller, source);
    return (
      found?.flatMap((relation) => {
        const seen = visible === null ? relation : visiblePart(relation, visible);
        if (seen === null) return [];
        const columns = seen.columns.filter(({ readable }) => readable).map(({ name }) => name);
        return [{ schema: seen.schema, name: seen.name, columns }];
      }) ?? null
    );
  }
}

function written({ schema, name, alias }: Source, engine: JudgedText['source']['engine']): string {
  const quote = engine === 'mysql' ? '`' : '"';
  const quoted = (text: string): string => `${quote}${text.replaceAll(quote, quote + quote)}${quote}`;
  const place = engine === 'sqlite' ? quoted(name) : `${quoted(schema)}.${quoted(name)}`;
  return alias === null ? place : `${place} AS ${quoted(alias)}`;
}

const unasked = (verdict: Verdict): Prepared => (verdict.ok ? { ...verdict, unprepared: 'unasked' } : verdict);

function placed(verdict: Verdict): Prepared {
  if (verdict.ok) return unasked(verdict);
  const violations = verdict.violations.map(({ position, ...violation }) => ({
    ...violation,
    position: position === null ? null : Math.max(0, position - SELECT.length),
  }));
  return { ok: false, violations };
}
