import { useFormats } from '../../../i18n/formats';
import { catalogue, useTexts } from '../../../i18n/texts';
import { type Read, useRead } from '../../../session/read';
import { Badge } from '../../../ui/notice';

const texts = catalogue(
  {
    tables: (count: string, when: string) => `Tables and views: ${count}, read ${when}`,
    never: 'Not discovered yet',
  },
  {
    tables: (count: string, when: string) => `Tabellen und Sichten: ${count}, gelesen ${when}`,
    never: 'Noch nicht erfasst',
  },
);

/** The list itself does not contain it: the newest snapshot of each source on this page does. */
export function LastRead({ source }: { readonly source: number }) {
  const t = useTexts(texts);
  const { number, relative } = useFormats();
  const { data, isLoading } = useRead('/api/v1/data-sources/{data_source_id}/schema/snapshots', {
    params: { path: { data_source_id: source }, query: { page: 1, limit: 1 } },
  });
  // As high as the line that comes.
  if (isLoading) return <span>{'\u00a0'}</span>;
  if (data === undefined) return null;
  const [newest] = data.snapshots;
  if (newest === undefined) return <Badge tone="warning">{t.never}</Badge>;
  return <>{t.tables(number(relationsIn(newest)), relative(newest.discovered_at))}</>;
}

type Snapshot = Read<'/api/v1/data-sources/{data_source_id}/schema/snapshots'>['snapshots'][number];

function relationsIn({ schemas }: Snapshot): number {
  return schemas.reduce((sum, { tables_count, views_count }) => sum + tables_count + views_count, 0);
}
