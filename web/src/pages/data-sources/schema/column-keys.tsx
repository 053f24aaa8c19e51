import { catalogue, useTexts } from '../../../i18n/texts';
import { Row } from '../../../ui/layout';
import { Badge } from '../../../ui/notice';
import { RelationLink } from './relation-link';
import type { Relation } from './relation';

const texts = catalogue({ primary: 'Primary key', unique: 'Unique' }, { primary: 'Primärschlüssel', unique: 'Eindeutig' });

interface ColumnKeysProps {
  readonly source: number;
  readonly relation: Relation;
  readonly column: string;
}

/** The keys that a column belongs to; a foreign key leads to the table that it points at. */
export function ColumnKeys({ source, relation, column }: ColumnKeysProps) {
  const t = useTexts(texts);
  const has = ({ columns }: { readonly columns: readonly string[] }): boolean => columns.includes(column);
  const { primary_key, unique_keys, foreign_keys } = relation;
  return (
    <Row>
      {primary_key !== null && has(primary_key) && <Badge tone="good">{t.primary}</Badge>}
      {unique_keys.some(has) && <Badge>{t.unique}</Badge>}
      {foreign_keys.filter(has).map(({ name, target }) => (
        <span key={`${name}\0${target.schema_name}\0${target.table}`}>
          → <RelationLink source={source} place={{ schema: target.schema_name, table: target.table }} from={relation.schema_name} />
        </span>
      ))}
    </Row>
  );
}
