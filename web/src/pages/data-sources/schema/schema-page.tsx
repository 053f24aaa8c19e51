import { useSearch } from '@tanstack/react-router';
import { catalogue, useTexts } from '../../../i18n/texts';
import { Loading, Problem } from '../../../ui/notice';
import { View, Views } from '../../../ui/views';
import type { Source } from '../engines';
import { SourceFrame } from '../source-frame';
import { Changes } from './changes';
import { Diagram } from './diagram';
import { Discovery } from './discovery';
import { Explorer } from './explorer';
import { type SchemaRead, readingOverview } from './relation';
import { useQuery } from '../../../session/queries';

const texts = catalogue(
  { views: 'Ways to look at the schema', tables: 'Tables', diagram: 'Diagram', changes: 'Changes' },
  { views: 'Ansichten des Schemas', tables: 'Tabellen', diagram: 'Diagramm', changes: 'Änderungen' },
);

export function SchemaPage() {
  return <SourceFrame part="schema">{(source, may) => <Schema key={source.id} source={source} may={may} />}</SourceFrame>;
}

interface SchemaProps {
  readonly source: Source;
  readonly may: (permission: string) => boolean;
}

function Schema({ source, may }: SchemaProps) {
  const overview = useQuery(readingOverview(source.id));
  const isUnknown = overview.error?.code === 'SCHEMA_NOT_DISCOVERED';
  const known = isUnknown ? undefined : overview.data;
  return (
    <>
      {(known !== undefined || isUnknown) && <Discovery source={source} known={known ?? null} mayDiscover={may('data_source.discover')} />}
      {overview.isPending && <Loading />}
      {!isUnknown && <Problem error={overview.error} onRetry={() => void overview.refetch()} />}
      {known !== undefined && <SchemaViews source={source} may={may} overview={known} />}
    </>
  );
}

interface SchemaViewsProps {
  readonly source: Source;
  readonly may: (permission: string) => boolean;
  readonly overview: SchemaRead;
}

function SchemaViews({ source, may, overview }: SchemaViewsProps) {
  const t = useTexts(texts);
  const { view } = useSearch({ from: '/signed-in/data-sources/$source/schema' });
  const link = { to: '/data-sources/$source/schema', params: { source: String(source.id) } } as const;
  return (
    <>
      <Views label={t.views}>
        <View {...link} search={{}} isShown={view === undefined}>
          {t.tables}
        </View>
        <View {...link} search={{ view: 'diagram' }} isShown={view === 'diagram'}>
          {t.diagram}
        </View>
        <View {...link} search={{ view: 'changes' }} isShown={view === 'changes'}>
          {t.changes}
        </View>
      </Views>
      {view === undefined && <Explorer source={source.id} may={may} schemas={overview.schemas} />}
      {view === 'diagram' && <Diagram source={source.id} schemas={overview.schemas} />}
      {view === 'changes' && <Changes source={source.id} />}
    </>
  );
}
