import { Link } from '@tanstack/react-router';
import { useFormats } from '../i18n/formats';
import { catalogue, useTexts } from '../i18n/texts';
import type { Source } from '../pages/data-sources/engines';
import { LastRead } from '../pages/data-sources/sources/last-read';
import { type Me, permissionsIn, placesOf } from '../session/me';
import { useRead } from '../session/read';
import { LinkButton } from '../ui/button';
import { Card, Row } from '../ui/layout';
import { Shown } from '../ui/notice';
import styles from './home.module.css';

const texts = catalogue(
  {
    title: 'Your data',
    none: 'No data source is registered yet.',
    all: 'All data sources',
    ask: 'Ask',
    askOf: (name: string) => `Ask ${name}`,
    query: 'Query',
    queryOf: (name: string) => `Query ${name}`,
    asked: 'Asked last',
  },
  {
    title: 'Ihre Daten',
    none: 'Es ist noch keine Datenquelle eingetragen.',
    all: 'Alle Datenquellen',
    ask: 'Fragen',
    askOf: (name: string) => `Fragen an ${name}`,
    query: 'Abfrage',
    queryOf: (name: string) => `Abfrage an ${name}`,
    asked: 'Zuletzt gefragt',
  },
);

/** How many have room on the start page; the others are one click away. */
const SHOWN = 5;
const LATEST = 3;

/** The shortest way from signing in to an answer. */
export function HomeData({ me }: { readonly me: Me }) {
  const t = useTexts(texts);
  const read = useRead('/api/v1/data-sources', { params: { query: { page: 1, limit: SHOWN } } });
  return (
    <Card title={t.title} actions={<Link to="/data-sources">{t.all}</Link>}>
      <Shown of={read}>{({ data_sources: sources }) => <Sources me={me} sources={sources} />}</Shown>
      {placesOf(me, 'query.run').length > 0 && <Asked />}
    </Card>
  );
}

/** The person's own conversations, to go on with. */
function Asked() {
  const t = useTexts(texts);
  const { relative } = useFormats();
  const read = useRead('/api/v1/conversations', { params: { query: { page: 1, limit: LATEST } } });
  if (read.isLoading) return <span data-loading />;
  const kept = read.data?.conversations ?? [];
  const open = kept.flatMap(({ data_source_id: source, ...one }) => (source === null ? [] : [{ source, ...one }]));
  if (open.length === 0) return null;
  return (
    <>
      <h3>{t.asked}</h3>
      <ul className={styles['steps']}>
        {open.map(({ id, source, title, last_asked_at: at }) => (
          <li key={id}>
            <Link to="/data-sources/$source/ask" params={{ source: String(source) }} search={{ conversation: id }}>
              {title}
            </Link>
            <span className={styles['state']}>{relative(at)}</span>
          </li>
        ))}
      </ul>
    </>
  );
}

function Sources({ me, sources }: { readonly me: Me; readonly sources: readonly Source[] }) {
  const t = useTexts(texts);
  if (sources.length === 0) return <p>{t.none}</p>;
  return (
    <ul className={styles['sources']}>
      {sources.map(({ id, name, organization_id: organization, workspace_id: workspace }) => (
        <li key={id} className={styles['source']}>
          <div>
            <Link to="/data-sources/$source/schema" params={{ source: String(id) }}>
              {name}
            </Link>
            <p className={styles['state']}>
              <LastRead source={id} />
            </p>
          </div>
          {permissionsIn(me, organization, workspace).has('query.run') && (
            <Row>
              <LinkButton to="/data-sources/$source/ask" params={{ source: String(id) }} look="primary" aria-label={t.askOf(name)}>
                {t.ask}
              </LinkButton>
              <LinkButton to="/data-sources/$source/query" params={{ source: String(id) }} aria-label={t.queryOf(name)}>
                {t.query}
              </LinkButton>
            </Row>
          )}
        </li>
      ))}
    </ul>
  );
}
