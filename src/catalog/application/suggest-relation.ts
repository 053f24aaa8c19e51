import { Injectable } from '@nestjs/common';
import type { DataSource } from '../../data-sources/application/enter-data-source.js';
import type { Caller } from '../../shared/caller.js';
import { nearest } from '../../shared/nearest.js';
import { keyOf } from '../../shared/qualified-name.js';
import { type NamedRelation, RelationNames } from './ports/relation-names.js';
import { SchemaVisibility } from './ports/schema-visibility.js';

/** Among more, none is proposed: comparing them would keep other requests waiting. */
const MOST_COMPARED = 5_000;

/** Finds the relation that a person may have meant by a name that is unknown. */
@Injectable()
export class SuggestRelation {
  constructor(
    private readonly names: RelationNames,
    private readonly visibility: SchemaVisibility,
  ) {}

  /**
   * Knows only relations that the person may know and the source can read, so that an answer never tells of others.
   * @param source that the caller has entered
   * @returns with its schema if the name was written with one, or needs one to mean this relation
   * @throws what `SchemaVisibility` throws
   */
  async execute(caller: Caller, source: DataSource, { schema, name }: NamedRelation): Promise<string | null> {
    const near = await this.names.ofSimilarLength(source.id, source.moment?.schema?.id ?? null, name.length, MOST_COMPARED + 1);
    if (near.length === 0 || near.length > MOST_COMPARED) return null;
    const visible = await this.visibility.visibleTo(caller, source);
    const known = near.filter((one) => visible?.get(keyOf(one)) !== null && (one.name !== name || one.schema !== schema));
    const nearestOf = (written: string, of: (relation: (typeof known)[number]) => string): (typeof known)[number] | undefined => {
      const byName = new Map(known.map((one) => [of(one).toLowerCase(), one]));
      const wanted = written.toLowerCase();
      return byName.get(wanted) ?? byName.get(nearest(wanted, byName.keys()) ?? '');
    };
    const meant =
      (schema === null ? undefined : nearestOf(`${schema}.${name}`, (one) => `${one.schema}.${one.name}`)) ??
      nearestOf(name, (one) => one.name);
    if (meant === undefined) return null;
    return schema === null && meant.name !== name ? meant.name : `${meant.schema}.${meant.name}`;
  }
}
