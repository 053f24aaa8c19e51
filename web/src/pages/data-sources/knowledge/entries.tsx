import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useFormats } from '../../../i18n/formats';
import { useTexts } from '../../../i18n/texts';
import { Button, LinkButton } from '../../../ui/button';
import { TextField } from '../../../ui/field';
import { Help } from '../../../ui/help';
import { Row } from '../../../ui/layout';
import { Badge, Empty, Loading, Problem } from '../../../ui/notice';
import { Filters, Pager, Table } from '../../../ui/table';
import { type Entry, type Kind, useEntries } from './kinds';
import { texts } from './texts';

const FROM = '/signed-in/data-sources/$source/knowledge';

const TONES = { valid: 'good', stale: 'warning', broken: 'bad' } as const satisfies Record<Entry['state'], string>;

interface EntriesProps {
  readonly kind: Kind;
  readonly source: number;
  readonly mayWrite: boolean;
}

/** All pairs or words of a data source, a page at a time. */
export function Entries({ kind, source, mayWrite }: EntriesProps) {
  const t = useTexts(texts);
  const { moment, number } = useFormats();
  const { page = 1, search } = useSearch({ from: FROM });
  const { error, found } = useEntries(kind, source, page, search);
  const isPairs = kind === 'pairs';
  const view = isPairs ? {} : { view: 'glossary' as const };
  const begin = mayWrite && (
    <LinkButton to="." search={{ ...view, isNew: true }} look="primary">
      {isPairs ? t.newPair : t.newTerm}
    </LinkButton>
  );
  if (found === undefined) return error === null ? <Loading /> : <Problem error={error} />;
  const { entries, pagination } = found;
  if (pagination.total === 0 && search === undefined)
    return (
      <Empty
        title={isPairs ? t.emptyPairsTitle : t.emptyTermsTitle}
        action={
          <Row>
            {begin}
            <Help at="ask#verified-pairs-and-the-glossary" about={isPairs ? t.pairs : t.terms} />
          </Row>
        }
      >
        {isPairs ? t.emptyPairs : t.emptyTerms}
      </Empty>
    );
  return (
    <>
      <p>{isPairs ? t.pairsLead : t.termsLead}</p>
      <Search key={search} initial={search ?? ''}>
        {begin}
      </Search>
      <Problem error={error} />
      {entries.length === 0 ? (
        <p>{t.nothing}</p>
      ) : (
        <Table
          caption={isPairs ? t.pairs : t.terms}
          rows={entries}
          keyOf={({ id }) => id}
          columns={[
            {
              title: isPairs ? t.question : t.name,
              cell: ({ id, draft }) => (
                <Link to="." search={{ ...view, entry: id }}>
                  {draft.name}
                </Link>
              ),
            },
            { title: t.state, cell: (entry) => <State entry={entry} /> },
            { title: t.version, cell: ({ version }) => number(version) },
            { title: t.changed, isWhen: true, cell: ({ changed_at }) => moment(changed_at) },
          ]}
        />
      )}
      <Pager pagination={pagination} />
    </>
  );
}

/** What the database has not prepared is allowed, and not proved to run. */
export function State({ entry: { state, unprepared } }: { readonly entry: Pick<Entry, 'state' | 'unprepared'> }) {
  const t = useTexts(texts);
  return state === 'valid' && unprepared !== null ? (
    <Badge tone="warning">{t.unprepared}</Badge>
  ) : (
    <Badge tone={TONES[state]}>{t[state]}</Badge>
  );
}

function Search({ initial, children }: { readonly initial: string; readonly children: ReactNode }) {
  const t = useTexts(texts);
  const navigate = useNavigate({ from: '/data-sources/$source/knowledge' });
  const [typed, setTyped] = useState(initial);
  const find = (): void =>
    void navigate({
      search: ({ view }) => ({ ...(view && { view }), ...(typed.trim() !== '' && { search: typed.trim() }) }),
    });
  return (
    <Filters onSubmit={find}>
      <TextField label={t.search} type="search" value={typed} onChange={({ target }) => setTyped(target.value)} />
      <Row>
        <Button type="submit">{t.find}</Button>
      </Row>
      <div style={{ marginInlineStart: 'auto', flex: 'none' }}>{children}</div>
    </Filters>
  );
}
