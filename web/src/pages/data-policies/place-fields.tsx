import { useId } from 'react';
import { useTexts } from '../../i18n/texts';
import { useRead } from '../../session/read';
import { TextField } from '../../ui/field';
import { useRested } from '../../ui/rested';
import { SCHEMA, readingRelation } from '../data-sources/schema/relation';
import styles from './data-policies.module.css';
import type { Place } from './rule';
import { texts } from './texts';
import { useQuery } from '../../session/queries';

const PAUSE_MS = 300;
const OFFERED = 20;

/** What is wrong with a field of the draft, by the name that the service has for it. */
export type ErrorAt = (field: string) => string | undefined;

interface PlaceFieldsProps {
  /** `null` if none is chosen: then nothing is offered. */
  readonly source: number | null;
  readonly of: Place;
  readonly onChange: (place: Place) => void;
  /** The place of the rule, as the service names it. */
  readonly at: string;
  readonly errorAt: ErrorAt;
}

/** Schema and relation are typed; what the data source has is offered. A relation that has gone keeps its name here. */
export function PlaceFields({ source, of: { schema, relation }, onChange, at, errorAt }: PlaceFieldsProps) {
  const t = useTexts(texts);
  const id = useId();
  const search = useRested(relation, PAUSE_MS);
  const inSchema = useRested(schema, PAUSE_MS);
  const query = {
    ...(inSchema !== '' && { schema_name: inSchema }),
    ...(search !== '' && { search: search.slice(0, 200) }),
  };
  const { data } = useRead(
    SCHEMA,
    { params: { path: { data_source_id: source ?? 0 }, query: { ...query, page: 1, limit: OFFERED } } },
    { enabled: source !== null },
  );
  return (
    <>
      <div className={styles['field']}>
        <TextField
          label={t.schema}
          value={schema}
          list={`${id}-schemas`}
          onChange={({ target }) => onChange({ schema: target.value, relation })}
          error={errorAt(`${at}.schema`)}
        />
        <datalist id={`${id}-schemas`}>
          {data?.schemas.slice(0, OFFERED * 5).map(({ schema_name: name }) => (
            <option key={name} value={name} />
          ))}
        </datalist>
      </div>
      <div className={styles['field']}>
        <TextField
          label={t.relation}
          value={relation}
          list={`${id}-relations`}
          onChange={({ target }) => {
            const named = data?.tables.filter(({ name }) => name === target.value) ?? [];
            const [only] = named;
            // A name that is offered once says its schema, too.
            const isTold = schema === '' && named.length === 1 && only !== undefined;
            onChange({ schema: isTold ? only.schema_name : schema, relation: target.value });
          }}
          error={errorAt(`${at}.relation`)}
        />
        <datalist id={`${id}-relations`}>
          {data?.tables.map(({ schema_name, name }) => (
            <option key={`${schema_name}\0${name}`} value={name}>
              {schema_name}
            </option>
          ))}
        </datalist>
      </div>
    </>
  );
}

export interface KnownColumn {
  readonly name: string;
  readonly type: string;
}

/** The columns of a relation, as far as it is known. */
export function useColumns(source: number | null, { schema, relation }: Place): readonly KnownColumn[] {
  const place = { schema: useRested(schema, PAUSE_MS), table: useRested(relation, PAUSE_MS) };
  const isNamed = source !== null && place.schema !== '' && place.table !== '';
  const { data } = useQuery({ ...readingRelation(source ?? 0, place), enabled: isNamed });
  return data?.columns ?? [];
}

interface ColumnFieldProps {
  readonly columns: readonly KnownColumn[];
  readonly value: string;
  readonly onChange: (column: string) => void;
  readonly error: string | undefined;
}

export function ColumnField({ columns, value, onChange, error }: ColumnFieldProps) {
  const t = useTexts(texts);
  const id = useId();
  const type = columns.find(({ name }) => name === value)?.type;
  return (
    <div className={styles['field']}>
      <TextField
        label={t.column}
        {...(type !== undefined && { hint: type })}
        value={value}
        list={id}
        onChange={({ target }) => onChange(target.value)}
        error={error}
      />
      <datalist id={id}>
        {columns.map(({ name, type: of }) => (
          <option key={name} value={name}>
            {of}
          </option>
        ))}
      </datalist>
    </div>
  );
}
