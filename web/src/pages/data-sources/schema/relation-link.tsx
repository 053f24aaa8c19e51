import { Link } from '@tanstack/react-router';
import type { Place } from './relation';

interface RelationLinkProps {
  readonly source: number;
  readonly place: Place;
  /** The schema in which it is shown: a table of the same schema is named without it. */
  readonly from: string;
}

export function RelationLink({ source, place: { schema, table }, from }: RelationLinkProps) {
  return (
    <Link
      to="/data-sources/$source/schema"
      params={{ source: String(source) }}
      // The page of the tree may belong to another schema.
      search={{ schema, table }}
    >
      {schema === from ? table : `${schema}.${table}`}
    </Link>
  );
}
