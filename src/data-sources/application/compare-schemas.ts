import { Injectable } from '@nestjs/common';
import { type Difference, compareTypes } from '../domain/schema-diff.js';
import { CachedSchemas, type SchemaView, type Scope, type SnapshotView } from './ports/cached-schemas.js';

/** What two snapshots have alone, and which of their contents have to be looked into: those they share are equal. */
@Injectable()
export class CompareSchemas {
  constructor(private readonly cached: CachedSchemas) {}

  async execute(
    dataSourceId: number,
    from: SnapshotView,
    to: SnapshotView,
  ): Promise<{ whole: readonly Difference[]; before: Scope; after: Scope }> {
    const old = new Map(from.schemas.map((schema) => [schema.name, schema]));
    const now = new Map(to.schemas.map((schema) => [schema.name, schema]));
    const pairs = to.schemas.flatMap((after): { before: SchemaView; after: SchemaView }[] => {
      const before = old.get(after.name);
      return before === undefined || before.contentId === after.contentId ? [] : [{ before, after }];
    });
    const scopeOf = (side: 'before' | 'after'): Scope => ({
      dataSourceId,
      contentIds: pairs.map((pair) => pair[side].contentId),
    });
    const [before, after] = [scopeOf('before'), scopeOf('after')];
    const types = new Map([...(await this.cached.types(before)), ...(await this.cached.types(after))]);
    const whole = [
      ...from.schemas.filter(({ name }) => !now.has(name)).map(({ name }) => alone('schema_dropped', name)),
      ...to.schemas.filter(({ name }) => !old.has(name)).map(({ name }) => alone('schema_added', name)),
      ...pairs.flatMap((pair) => [
        ...commentChange(pair.before, pair.after),
        ...compareTypes(pair.after.name, types.get(pair.before.contentId) ?? [], types.get(pair.after.contentId) ?? []),
      ]),
    ];
    return { whole, before, after };
  }
}

function alone(kind: Difference['kind'], schemaName: string): Difference {
  return { kind, schemaName };
}

function commentChange(before: SchemaView, after: SchemaView): Difference[] {
  const [from, to] = [before.comment, after.comment];
  return from === to ? [] : [{ kind: 'schema_changed', schemaName: after.name, attribute: 'comment', from, to }];
}
