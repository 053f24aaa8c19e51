import { Link, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { catalogue, useTexts } from '../../../i18n/texts';
import { useRead } from '../../../session/read';
import { Empty, Shown } from '../../../ui/notice';
import { View, Views } from '../../../ui/views';
import type { Source } from '../engines';
import { SCHEMA } from '../schema/relation';
import { SourceFrame } from '../source-frame';
import { History } from './history';
import { useRun } from './run';
import { useStatement } from './statement';
import { Workbench } from './workbench';

const texts = catalogue(
  {
    views: 'Query, earlier queries and saved questions',
    editor: 'Editor',
    history: 'History',
    saved: 'Saved questions',
    unknownTitle: 'The schema is not discovered yet',
    unknown: 'A statement is checked against the known tables. Discover the schema of this data source first.',
    discover: 'Go to its schema',
  },
  {
    views: 'Abfrage, frühere Abfragen und gespeicherte Fragen',
    editor: 'Editor',
    history: 'Verlauf',
    saved: 'Gespeicherte Fragen',
    unknownTitle: 'Das Schema ist noch nicht erfasst',
    unknown: 'Anweisungen werden gegen die bekannten Tabellen geprüft. Erfassen Sie zuerst das Schema der Datenquelle.',
    discover: 'Zum Schema',
  },
);

export function QueryPage() {
  return <SourceFrame part="query">{(source) => <Query key={source.id} source={source} />}</SourceFrame>;
}

function Query({ source }: { readonly source: Source }) {
  const t = useTexts(texts);
  const { view } = useSearch({ from: '/signed-in/data-sources/$source/query' });
  const link = { to: '/data-sources/$source/query', params: { source: String(source.id) } } as const;
  // A query continues while the person looks at earlier ones.
  const { sql, type, open, ran } = useStatement(source.id);
  const run = useRun(source.id, ran);
  return (
    <>
      <Views label={t.views}>
        <View {...link} search={{}} isShown={view === undefined}>
          {t.editor}
        </View>
        <View {...link} search={{ view: 'history' }} isShown={view === 'history'}>
          {t.history}
        </View>
        <View to="/saved-questions" search={{ source: source.id }} isShown={false}>
          {t.saved}
        </View>
      </Views>
      {view === 'history' ? (
        <History source={source} onStatement={open} />
      ) : (
        <Discovered source={source}>
          <Workbench source={source} run={run} sql={sql} onSql={type} />
        </Discovered>
      )}
    </>
  );
}

function Discovered({ source, children }: { readonly source: Source; readonly children: ReactNode }) {
  const t = useTexts(texts);
  const read = useRead(SCHEMA, { params: { path: { data_source_id: source.id }, query: { page: 1, limit: 100 } } });
  if (read.error?.code === 'SCHEMA_NOT_DISCOVERED') {
    return (
      <Empty
        title={t.unknownTitle}
        action={
          <Link to="/data-sources/$source/schema" params={{ source: String(source.id) }}>
            {t.discover}
          </Link>
        }
      >
        {t.unknown}
      </Empty>
    );
  }
  return <Shown of={read}>{() => children}</Shown>;
}
