import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { catalogue, useTexts } from '../../../i18n/texts';
import { Loading, Problem } from '../../../ui/notice';
import type { Source } from '../engines';
import { SourceFrame } from '../source-frame';
import frame from '../source-frame.module.css';
import { Changes } from './changes';
import { Diagram } from './diagram';
import { Discovery } from './discovery';
import { Explorer } from './explorer';
import { type SchemaRead, readingOverview } from './relation';

const texts = catalogue(
  { views: 'Ways to look at the schema', tables: 'Tables', diagram: 'Diagram', changes: 'Changes' },
  { views: 'Ansichten des Schemas', tables: 'Tabellen', diagram: 'Diagramm', changes: 'Änderungen' },
);

export function SchemaPage() {
  return (
    <SourceFrame part="schema">
      {(source, may) => <Schema key={source.id} source={source} mayDiscover={may('data_source.discover')} />}
    </SourceFrame>
  );
}

interface SchemaProps {
  readonly source: Source;
  readonly mayDiscover: boolean;
}

function Schema({ source, mayDiscover }: SchemaProps) {
  const overview = useQuery(readingOverview(source.id));
  const isUnknown = overview.error?.code === 'SCHEMA_NOT_DISCOVERED';
  const known = isUnknown ? undefined : overview.data;
  return (
    <>
      {(known !== undefined || isUnknown) && (
        <Discovery source={source} known={known ?? null} mayDiscover={mayDiscover} />
      )}
      {overview.isPending && <Loading />}
      {!isUnknown && <Problem error={overview.error} onRetry={() => void overview.refetch()} />}
      {known !== undefined && <Views source={source} overview={known} />}
    </>
  );
}

function Views({ source, overview }: { readonly source: Source; readonly overview: SchemaRead }) {
  const t = useTexts(texts);
  const { view } = useSearch({ from: '/signed-in/data-sources/$source/schema' });
  const link = { to: '/data-sources/$source/schema', params: { source: String(source.id) } } as const;
  // What a link calls active by itself is less than what is shown: a chosen table is in the address too.
  const current = { exact: true };
  return (
    <>
      <nav className={frame['views']} aria-label={t.views}>
        <Link {...link} search={{}} activeOptions={current} aria-current={view === undefined && 'true'}>
          {t.tables}
        </Link>
        <Link
          {...link}
          search={{ view: 'diagram' }}
          activeOptions={current}
          aria-current={view === 'diagram' && 'true'}
        >
          {t.diagram}
        </Link>
        <Link
          {...link}
          search={{ view: 'changes' }}
          activeOptions={current}
          aria-current={view === 'changes' && 'true'}
        >
          {t.changes}
        </Link>
      </nav>
      {view === undefined && <Explorer source={source.id} schemas={overview.schemas} />}
      {view === 'diagram' && <Diagram source={source.id} schemas={overview.schemas} />}
      {view === 'changes' && <Changes source={source.id} />}
    </>
  );
}
