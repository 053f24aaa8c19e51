import type { TaggedColumn } from '../domain/annotations.js';
import { placeOf } from '../../shared/qualified-name.js';
import type { SourceFacts } from '../../engines/catalog-reader/source-facts.js';
import type { ColumnPlace } from './ports/sampled-columns.js';
import { TableKin } from '../../catalog/application/table-kin.js';

/**
 * All tags, and for these columns the tags of the same columns of each table that theirs inherits from, or that inherits from it:
 * what one table holds is read with the other.
 */
export function withKinTags(
  tags: readonly TaggedColumn[],
  columns: readonly ColumnPlace[],
  facts: Pick<SourceFacts, 'heirs'> | null,
): readonly TaggedColumn[] {
  const heirs = facts?.heirs ?? [];
  if (tags.length === 0 || columns.length === 0 || heirs.length === 0) return tags;
  const kin = new TableKin(heirs);
  const byTable = new Map<string, TaggedColumn[]>();
  for (const tag of tags) {
    const place = placeOf(tag.schema, tag.table);
    const known = byTable.get(place);
    if (known === undefined) byTable.set(place, [tag]);
    else known.push(tag);
  }
  const ofKin = new Map<string, readonly TaggedColumn[]>();
  const inherited = columns.flatMap(({ schema, table, column }) => {
    const [own, place] = [{ schema, name: table }, placeOf(schema, table)];
    const found =
      ofKin.get(place) ?? [...kin.parentsOf(own), ...kin.heirsOf(own)].flatMap((one) => byTable.get(placeOf(one.schema, one.name)) ?? []);
    ofKin.set(place, found);
    return found.flatMap((one) => (one.column === column ? [{ schema, table, column, tag: one.tag }] : []));
  });
  return [...tags, ...inherited];
}
