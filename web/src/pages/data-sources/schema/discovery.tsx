import { unwrap } from '@headgate/client';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useFormats } from '../../../i18n/formats';
import { catalogue, useTexts } from '../../../i18n/texts';
import { useAction } from '../../../session/action';
import { headgate } from '../../../session/client';
import { Button } from '../../../ui/button';
import { Card } from '../../../ui/layout';
import { Empty, Problem } from '../../../ui/notice';
import type { Source } from '../engines';
import { DiscoveryProgress } from './discovery-progress';
import type { SchemaRead } from './relation';
import { SchemaDownload } from './schema-download';
import { Skipped } from './skipped';

const texts = catalogue(
  {
    title: 'Known schema',
    discover: 'Discover schema',
    again: 'Discover again',
    emptyTitle: 'The schema is not discovered yet',
    empty: 'A discovery reads names, types, keys and comments of tables and views, but no rows. Large databases take minutes.',
    ask: 'Your role here does not allow it. Ask an editor or an administrator to discover it.',
    read: (tables: string, views: string, schemas: string, when: string) =>
      `Tables: ${tables}, views: ${views}, schemas: ${schemas}. Last read ${when}.`,
  },
  {
    title: 'Bekanntes Schema',
    discover: 'Schema erfassen',
    again: 'Erneut erfassen',
    emptyTitle: 'Das Schema ist noch nicht erfasst',
    empty:
      'Das Erfassen liest Namen, Typen, Schlüssel und Kommentare von Tabellen und Sichten, aber keine Zeilen. Es dauert Sekunden, bei großen Datenbanken Minuten.',
    ask: 'Ihre Rolle erlaubt das hier nicht. Bitten Sie jemanden mit der Rolle Editor oder Administrator darum.',
    read: (tables: string, views: string, schemas: string, when: string) =>
      `Tabellen: ${tables}, Sichten: ${views}, Schemata: ${schemas}. Zuletzt gelesen ${when}.`,
  },
);

interface DiscoveryProps {
  readonly source: Source;
  /** Nothing was ever discovered: `null`. */
  readonly known: SchemaRead | null;
  readonly mayDiscover: boolean;
}

/** When the schema was last read and what was left out, and the reading itself. */
export function Discovery({ source, known, mayDiscover }: DiscoveryProps) {
  const t = useTexts(texts);
  const navigate = useNavigate({ from: '/data-sources/$source/schema' });
  const { discovery } = useSearch({ from: '/signed-in/data-sources/$source/schema' });
  const begin = useAction(
    async () => {
      const answer = unwrap(
        await headgate.POST('/api/v1/data-sources/{data_source_id}/discover-schema', {
          params: { path: { data_source_id: source.id }, query: { refresh: 'true' } },
          headers: { Prefer: 'respond-async' },
        }),
      );
      return 'discovery' in answer ? answer.discovery.id : null;
    },
    {
      onDone: (id) => {
        if (id !== null) void navigate({ search: (before) => ({ ...before, discovery: id }), replace: true });
      },
    },
  );
  const button = (label: string) => (
    <Button
      look={known === null ? 'primary' : 'plain'}
      isBusy={begin.isRunning}
      disabled={discovery !== undefined}
      onClick={() => begin.run(undefined)}
    >
      {label}
    </Button>
  );
  const progress = discovery !== undefined && (
    <DiscoveryProgress
      key={discovery}
      source={source.id}
      discovery={discovery}
      onClosed={() => void navigate({ search: (before) => ({ ...before, discovery: undefined }), replace: true })}
    />
  );
  if (known === null) {
    return (
      <>
        <Empty title={t.emptyTitle} action={mayDiscover ? button(t.discover) : <p>{t.ask}</p>}>
          {t.empty}
        </Empty>
        {progress}
        <Problem error={begin.error} />
      </>
    );
  }
  return (
    <Card
      title={t.title}
      actions={
        <>
          <SchemaDownload source={source.id} />
          {mayDiscover && button(t.again)}
        </>
      }
    >
      <LastRead known={known} />
      {progress}
      <Problem error={begin.error} />
      <Skipped relations={known.skipped_relations} />
    </Card>
  );
}

function LastRead({ known }: { readonly known: SchemaRead }) {
  const t = useTexts(texts);
  const { number, relative } = useFormats();
  const sum = (count: 'tables_count' | 'views_count'): string => number(known.schemas.reduce((all, schema) => all + schema[count], 0));
  return <p>{t.read(sum('tables_count'), sum('views_count'), number(known.schemas.length), relative(known.discovered_at))}</p>;
}
