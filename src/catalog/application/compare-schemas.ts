import { Injectable } from '@nestjs/common';
import { compareTypes } from '../domain/compare-types.js';
import type { Difference } from '../domain/schema-diff.js';
import {
  CachedSchemas,
  type ContentPair,
  type SchemaView,
  type Scope,
  type SnapshotView,
  type TypesOfSchema,
} from './ports/cached-schemas.js';

interface Pair {
  readonly before: SchemaView;
  readonly after: SchemaView;
}

const NO_TYPES: TypesOfSchema = { types: [], areAll: true };

/** The contents that only one of two snapshots has, and those to compare; shared contents are equal. */
@Injectable()
export class CompareSchemas {
  constructor(private readonly cached: CachedSchemas) {}

  async execute(
    dataSourceId: number,
    from: SnapshotView,
    to: SnapshotView,
  ): Promise<{ whole: readonly Difference[]; pairs: readonly ContentPair[] }> {
    const all = paired(from.schemas, to.schemas);
    const pairs = all.filter(({ before, after }) => before.contentId !== after.contentId);
    const scopeOf = (side: keyof Pair): Scope => ({
      dataSourceId,
      contentIds: pairs.map((pair) => pair[side].contentId),
    });
    const types = new Map([...(await this.cached.types(scopeOf('before'))), ...(await this.cached.types(scopeOf('after')))]);
    const of = ({ contentId }: SchemaView): TypesOfSchema => types.get(contentId) ?? NO_TYPES;
    const [kept, now] = [new Set(all.map(({ before }) => before)), new Set(all.map(({ after }) => after))];
    const whole = [
      ...from.schemas.filter((schema) => !kept.has(schema)).map(({ name }) => alone('schema_dropped', name)),
      ...to.schemas.filter((schema) => !now.has(schema)).map(({ name }) => alone('schema_added', name)),
      ...pairs.flatMap(({ before, after }) => [
        ...renaming(before, after),
        ...commentChange(before, after),
        ...compareTypes(after.name, of(before), of(after)),
      ]),
    ];
    const ids = pairs.map(({ before, after }) => ({ before: before.contentId, after: after.contentId }));
    return { whole, pairs: ids };
  }
}

/** Matches by the engine's own number where both sides have it, otherwise by name. */
function paired(from: readonly SchemaView[], to: readonly SchemaView[]): Pair[] {
  const numbered = new Map(from.flatMap((schema) => (schema.engineId === null ? [] : [[schema.engineId, schema]])));
  const same = to.flatMap((after): Pair[] => {
    const before = after.engineId === null ? undefined : numbered.get(after.engineId);
    return before === undefined ? [] : [{ before, after }];
  });
  const [olds, news] = [new Set(same.map(({ before }) => before)), new Set(same.map(({ after }) => after))];
  const named = new Map(from.filter((schema) => !olds.has(schema)).map((schema) => [schema.name, schema]));
  const others = to.flatMap((after): Pair[] => {
    const before = news.has(after) ? undefined : named.get(after.name);
    return before === undefined ? [] : [{ before, after }];
  });
  return [...same, ...others].sort((a, b) => (a.after.name < b.after.name ? -1 : 1));
}

function alone(kind: Difference['kind'], schemaName: string): Difference {
  return { kind, schemaName };
}

function renaming(before: SchemaView, after: SchemaView): Difference[] {
  if (before.name === after.name) return [];
  return [{ kind: 'schema_renamed', schemaName: after.name, from: before.name, to: after.name }];
}

function commentChange(before: SchemaView, after: SchemaView): Difference[] {
  const [from, to] = [before.comment, after.comment];
  return from === to ? [] : [{ kind: 'schema_changed', schemaName: after.name, attribute: 'comment', from, to }];
}
