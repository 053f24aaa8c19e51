import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import { useFormats } from '../../../i18n/formats';
import { catalogue, useTexts } from '../../../i18n/texts';
import { useRead } from '../../../session/read';
import { Button } from '../../../ui/button';
import { SelectField, TextField } from '../../../ui/field';
import { Row } from '../../../ui/layout';
import { Loading, Notice, Problem } from '../../../ui/notice';
import { Filters } from '../../../ui/table';
import { DiagramFiles } from './diagram-files';
import type { SchemaRead } from './relation';
import { SCHEMA } from './relation';
import styles from './schema.module.css';

const texts = catalogue(
  {
    schema: 'Schema',
    all: 'All schemas',
    search: 'Only tables with this text',
    draw: 'Draw',
    smaller: 'Smaller',
    larger: 'Larger',
    fit: 'Actual size',
    picture: 'Diagram of the tables and their foreign keys. The sheet of each table shows the same as text.',
    region: 'Diagram, can be scrolled',
    around: (table: string) => `${table} and the tables that foreign keys connect to it.`,
    sheet: 'Show its columns',
    whole: 'Draw the whole schema',
  },
  {
    schema: 'Schema',
    all: 'Alle Schemata',
    search: 'Nur Tabellen mit diesem Text',
    draw: 'Zeichnen',
    smaller: 'Kleiner',
    larger: 'Größer',
    fit: 'Originalgröße',
    picture: 'Diagramm der Tabellen und ihrer Fremdschlüssel. Das Blatt jeder Tabelle sagt dasselbe als Text.',
    region: 'Diagramm, lässt sich verschieben',
    around: (table: string) => `${table} und die Tabellen, die Fremdschlüssel mit ihr verbinden.`,
    sheet: 'Ihre Spalten zeigen',
    whole: 'Das ganze Schema zeichnen',
  },
);

interface DiagramProps {
  readonly source: number;
  readonly schemas: SchemaRead['schemas'];
}

/** The picture that the service draws, of one schema or of what a search finds. */
export function Diagram({ source, schemas }: DiagramProps) {
  const { schema, table, search } = useSearch({ from: '/signed-in/data-sources/$source/schema' });
  const query = {
    ...(schema !== undefined && { schema_name: schema }),
    ...(table !== undefined && { table }),
    ...(search !== undefined && table === undefined && { search }),
  };
  const read = useRead(`${SCHEMA}/diagram`, {
    params: {
      path: { data_source_id: source },
      query: { ...query, format: 'svg' },
    },
  });
  // An earlier picture does not belong to this choice.
  const drawing = read.isPlaceholderData ? undefined : read.data;
  return (
    <>
      {table === undefined ? (
        <Choice key={`${schema}\0${search}`} schemas={schemas} />
      ) : (
        <Around source={source} schema={schema} table={table} />
      )}
      {read.isFetching && drawing === undefined && <Loading />}
      {read.error?.code === 'DIAGRAM_TOO_LARGE' ? (
        <Notice tone="warning">{read.error.message}</Notice>
      ) : (
        <Problem error={read.error} onRetry={() => void read.refetch()} />
      )}
      {drawing !== undefined && read.error === null && (
        <Picture svg={drawing}>
          <DiagramFiles source={source} query={query} svg={drawing} />
        </Picture>
      )}
    </>
  );
}

interface AroundProps {
  readonly source: number;
  readonly schema: string | undefined;
  readonly table: string;
}

/** Which table the picture is about, and the ways from here. */
function Around({ source, schema, table }: AroundProps) {
  const t = useTexts(texts);
  const link = { to: '/data-sources/$source/schema', params: { source: String(source) } } as const;
  const of = schema === undefined ? {} : { schema };
  return (
    <Row>
      <span>{t.around(schema === undefined ? table : `${schema}.${table}`)}</span>
      <Link {...link} search={{ ...of, table }}>
        {t.sheet}
      </Link>
      <Link {...link} search={{ view: 'diagram', ...of }}>
        {t.whole}
      </Link>
    </Row>
  );
}

function Choice({ schemas }: Pick<DiagramProps, 'schemas'>) {
  const t = useTexts(texts);
  const { schema, search } = useSearch({ from: '/signed-in/data-sources/$source/schema' });
  const navigate = useNavigate({ from: '/data-sources/$source/schema' });
  const [wanted, setWanted] = useState(search ?? '');
  const draw = (of: string | undefined): void =>
    void navigate({
      search: {
        view: 'diagram',
        ...(of !== undefined && of !== '' && { schema: of }),
        ...(wanted.trim() !== '' && { search: wanted.trim() }),
      },
    });
  return (
    <Filters onSubmit={() => draw(schema)}>
      <SelectField label={t.schema} value={schema ?? ''} onChange={({ target }) => draw(target.value)}>
        <option value="">{t.all}</option>
        {schemas.map(({ schema_name }) => (
          <option key={schema_name} value={schema_name}>
            {schema_name}
          </option>
        ))}
      </SelectField>
      <TextField label={t.search} type="search" maxLength={200} value={wanted} onChange={({ target }) => setWanted(target.value)} />
      <Row>
        <Button type="submit">{t.draw}</Button>
      </Row>
    </Filters>
  );
}

const STEPS = [0.25, 0.4, 0.6, 0.8, 1, 1.5, 2];
const ACTUAL = STEPS.indexOf(1);

/** The largest size at which the whole width is in sight, unless it would be too small to read. */
function fitting(width: number, room: number): number {
  const step = STEPS.findLastIndex((scale, index) => index <= ACTUAL && width * scale <= room);
  return Math.max(step, STEPS.indexOf(0.6));
}

/** As a picture, so that nothing in the drawing is part of this page. */
function Picture({ svg, children }: { readonly svg: string; readonly children: ReactNode }) {
  const t = useTexts(texts);
  const { percent } = useFormats();
  const [address, setAddress] = useState<string | null>(null);
  const [width, setWidth] = useState<number | null>(null);
  const [step, setStep] = useState(ACTUAL);
  useEffect(() => {
    const made = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }));
    // oxlint-disable-next-line react/set-state-in-effect -- the address lives as long as this picture, and is given back after it
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [svg]);
  const scale = STEPS[step] ?? 1;
  return (
    <>
      <Row>
        <Button disabled={step === 0} onClick={() => setStep(step - 1)}>
          {t.smaller}
        </Button>
        <Button disabled={step === STEPS.length - 1} onClick={() => setStep(step + 1)}>
          {t.larger}
        </Button>
        <Button look="quiet" disabled={step === ACTUAL} onClick={() => setStep(ACTUAL)}>
          {t.fit}
        </Button>
        <span aria-live="polite">{percent(scale * 100)}</span>
        {children}
      </Row>
      <div className={styles['picture']} role="region" aria-label={t.region} tabIndex={0}>
        {address !== null && (
          <img
            src={address}
            alt={t.picture}
            style={width === null ? {} : { width: width * scale }}
            onLoad={({ currentTarget: { naturalWidth, parentElement } }) => {
              setWidth(naturalWidth);
              if (width === null) setStep(fitting(naturalWidth, parentElement?.clientWidth ?? naturalWidth));
            }}
          />
        )}
      </div>
    </>
  );
}
