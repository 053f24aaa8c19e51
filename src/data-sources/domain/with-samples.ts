import { refusalToSample } from './may-be-sampled.js';
import type { Relation } from './relation.js';

export interface Sample {
  readonly schema: string;
  readonly table: string;
  readonly column: string;
  readonly values: readonly string[];
}

/** The relation with the values of its columns that may be shown now, whatever was allowed when they were read. */
export function withSamples(relation: Relation, samples: readonly Sample[]): Relation {
  const own = samples.filter(({ schema, table }) => schema === relation.schema && table === relation.name);
  if (own.length === 0) return relation;
  const columns = relation.columns.map((column) => {
    const values = own.find((one) => one.column === column.name)?.values;
    return values === undefined || refusalToSample({ relation, column }) !== null
      ? column
      : { ...column, samples: values };
  });
  return { ...relation, columns };
}
