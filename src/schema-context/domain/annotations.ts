import { refusalToSample } from './may-be-sampled.js';
import { placeOf } from '../../shared/qualified-name.js';
import type { Relation } from '../../engines/catalog-reader/relation.js';
import { wordsOf } from '../../shared/words.js';

interface ColumnPlace {
  readonly schema: string;
  readonly table: string;
  readonly column: string;
}

export interface TaggedColumn extends ColumnPlace {
  readonly tag: string;
}

export interface Sample extends ColumnPlace {
  readonly values: readonly string[];
}

/** What people have said of the columns of a data source, beside what the source says itself: tags, and which values may be shown. */
export class Annotations {
  private readonly tagged: readonly TaggedColumn[];
  /** By place, then by column. */
  private readonly tags = new Map<string, Map<string, string[]>>();
  private readonly samples: readonly Sample[];

  constructor(tags: readonly TaggedColumn[], samples: readonly Sample[]) {
    this.tagged = tags;
    for (const { schema, table, column, tag } of tags) {
      const place = placeOf(schema, table);
      const columns = this.tags.get(place) ?? new Map<string, string[]>();
      const own = columns.get(column);
      if (own === undefined) columns.set(column, [tag]);
      else own.push(tag);
      this.tags.set(place, columns);
    }
    this.samples = untagged(samples, tags).filter(({ values }) => values.length > 0);
  }

  get hasSamples(): boolean {
    return this.samples.length > 0;
  }

  /** With the tags of its columns, and with the values that may be shown now, whatever was allowed when they were read. */
  on(relation: Relation): Relation {
    const { schema, name } = relation;
    const tags = this.tags.get(placeOf(schema, name));
    const samples = this.samples.filter((one) => one.schema === schema && one.table === name);
    if (tags === undefined && samples.length === 0) return relation;
    const columns = relation.columns.map((column) => {
      const tagged = { ...column, tags: tags?.get(column.name) ?? [] };
      const values = samples.find((one) => one.column === column.name)?.values;
      return values === undefined || refusalToSample({ relation, column: tagged }) !== null ? tagged : { ...tagged, samples: values };
    });
    return { ...relation, columns };
  }

  /** The words of all of it, by schema and then by relation. */
  words(): ReadonlyMap<string, ReadonlyMap<string, ReadonlySet<string>>> {
    const found = new Map<string, Map<string, Set<string>>>();
    const add = ({ schema, table }: ColumnPlace, text: string): void => {
      const relations = found.get(schema) ?? new Map<string, Set<string>>();
      const words = relations.get(table) ?? new Set<string>();
      for (const word of wordsOf(text)) words.add(word);
      relations.set(table, words);
      found.set(schema, relations);
    };
    for (const one of this.tagged) add(one, one.tag);
    for (const sample of this.samples) for (const value of sample.values) add(sample, value);
    return found;
  }
}

/** Without the values of columns that have a tag now. */
export function untagged<S extends Sample>(samples: readonly S[], tags: readonly TaggedColumn[]): readonly S[] {
  const tagged = new Set(tags.map(({ schema, table, column }) => JSON.stringify([schema, table, column])));
  return samples.map((one) => {
    return tagged.has(JSON.stringify([one.schema, one.table, one.column])) ? { ...one, values: [] } : one;
  });
}

/** Without columns that are not there for a person. @param visible by the place of a relation, as far as not all is known of it */
export function visibleTags(
  tags: readonly TaggedColumn[],
  visible: ReadonlyMap<string, Pick<ReadonlySet<string>, 'has'> | null> | null,
): readonly TaggedColumn[] {
  return tags.filter(({ schema, table, column }) => {
    const columns = visible?.get(placeOf(schema, table));
    return columns === undefined || columns?.has(column) === true;
  });
}
