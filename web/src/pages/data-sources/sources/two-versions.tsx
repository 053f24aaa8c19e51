import { catalogue, useTexts } from '../../../i18n/texts';
import { Button } from '../../../ui/button';
import { Row } from '../../../ui/layout';
import { Notice } from '../../../ui/notice';
import { Table } from '../../../ui/table';
import type { Source } from '../engines';
import { type Draft, draftOf } from './connection';
import { texts as fields } from './fields-texts';

const texts = catalogue(
  {
    changed: 'Somebody else saved this data source while you were editing it. Decide which version holds.',
    caption: 'Fields that differ',
    field: 'Field',
    stored: 'Stored now',
    mine: 'Yours',
    takeStored: 'Take the stored version',
    keepMine: 'Go on with mine',
    nothing: 'empty',
  },
  {
    changed: 'Jemand hat diese Datenquelle gespeichert, während Sie sie bearbeitet haben. Welche Fassung soll gelten?',
    caption: 'Felder, die sich unterscheiden',
    field: 'Feld',
    stored: 'Jetzt gespeichert',
    mine: 'Ihre',
    takeStored: 'Gespeicherte Fassung übernehmen',
    keepMine: 'Mit meiner weitermachen',
    nothing: 'leer',
  },
);

const COMPARED = ['name', 'host', 'port', 'database', 'username', 'mode', 'ca', 'file'] as const;
const LABELS = { username: 'user', mode: 'ssl' } as const;

interface TwoVersionsProps {
  readonly stored: Source;
  readonly draft: Draft;
  readonly onStored: () => void;
  readonly onMine: () => void;
}

/** What others have saved meanwhile beside what stands in the fields. */
export function TwoVersions({ stored, draft, onStored, onMine }: TwoVersionsProps) {
  const t = useTexts(texts);
  const f = useTexts(fields);
  const now = draftOf(stored);
  return (
    <Notice tone="warning">
      <p>{t.changed}</p>
      <Table
        caption={t.caption}
        rows={COMPARED.filter((name) => now[name] !== draft[name])}
        keyOf={(name) => name}
        columns={[
          {
            title: t.field,
            cell: (name) => f[name in LABELS ? LABELS[name as keyof typeof LABELS] : (name as 'host')],
          },
          { title: t.stored, cell: (name) => now[name] || t.nothing },
          { title: t.mine, cell: (name) => draft[name] || t.nothing },
        ]}
      />
      <Row>
        <Button onClick={onStored}>{t.takeStored}</Button>
        <Button onClick={onMine}>{t.keepMine}</Button>
      </Row>
    </Notice>
  );
}
