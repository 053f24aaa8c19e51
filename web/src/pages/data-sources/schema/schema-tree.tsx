import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useFormats } from '../../../i18n/formats';
import { plural } from '../../../i18n/plural';
import { catalogue, useTexts } from '../../../i18n/texts';
import { Button } from '../../../ui/button';
import type { SchemaRead } from './relation';
import { RelationList } from './relation-list';
import styles from './schema.module.css';

const texts = catalogue(
  { more: (count: string) => `Show ${count} more ${plural('en', count, { one: 'schema', other: 'schemas' })}` },
  { more: (count: string) => `${count} ${plural('de', count, { one: 'weiteres Schema', other: 'weitere Schemata' })} zeigen` },
);

/** Installations with a schema for each of their customers have thousands. */
const AT_ONCE = 100;

interface SchemaTreeProps {
  readonly source: number;
  readonly schemas: SchemaRead['schemas'];
}

/** Schemas, one of them open with a page of its relations. */
export function SchemaTree({ source, schemas }: SchemaTreeProps) {
  const t = useTexts(texts);
  const { number } = useFormats();
  const { schema } = useSearch({ from: '/signed-in/data-sources/$source/schema' });
  const [shown, setShown] = useState(AT_ONCE);
  const [only] = schemas;
  const open = schema ?? (schemas.length === 1 ? only?.schema_name : undefined);
  const place = schemas.findIndex(({ schema_name }) => schema_name === open);
  const listed = schemas.slice(0, Math.max(shown, place + 1));
  const left = schemas.length - listed.length;
  return (
    <>
      <ul className={styles['schemas']}>
        {listed.map((one) => (
          <SchemaNode key={one.schema_name} source={source} schema={one} isOpen={one.schema_name === open} />
        ))}
      </ul>
      {left > 0 && <Button onClick={() => setShown(shown + AT_ONCE)}>{t.more(number(Math.min(left, AT_ONCE)))}</Button>}
    </>
  );
}

interface SchemaNodeProps {
  readonly source: number;
  readonly schema: SchemaRead['schemas'][number];
  readonly isOpen: boolean;
}

function SchemaNode({ source, schema, isOpen }: SchemaNodeProps) {
  const { number } = useFormats();
  const navigate = useNavigate({ from: '/data-sources/$source/schema' });
  const { schema_name, comment, tables_count, views_count } = schema;
  return (
    <li>
      <button
        type="button"
        className={styles['schema']}
        aria-expanded={isOpen}
        title={comment ?? undefined}
        onClick={() => void navigate({ search: isOpen ? {} : { schema: schema_name } })}
      >
        <span className={styles['name']}>{schema_name}</span>
        <span className={styles['count']}>{number(tables_count + views_count)}</span>
      </button>
      {isOpen && <RelationList source={source} query={{ schema_name }} />}
    </li>
  );
}
