import { Link } from '@tanstack/react-router';

interface Place {
  readonly schema: string;
  readonly relation: string;
  readonly column: string;
}

export const placeOf = ({ schema, relation, column }: Place): string => `${schema}.${relation}.${column}`;

interface ColumnCellProps {
  readonly source: number;
  readonly of: Place;
  /** The last discovery did not find the column. */
  readonly isGone: boolean;
}

/** A column, which leads to its table while it is there. */
export function ColumnCell({ source, of, isGone }: ColumnCellProps) {
  if (isGone) return <code>{placeOf(of)}</code>;
  return (
    <Link to="/data-sources/$source/schema" params={{ source: String(source) }} search={{ schema: of.schema, table: of.relation }}>
      {placeOf(of)}
    </Link>
  );
}
