import { useFormats } from '../../i18n/formats';
import { useTexts } from '../../i18n/texts';
import { useAction } from '../../session/action';
import { Button } from '../../ui/button';
import { Card, Row } from '../../ui/layout';
import { Empty, Forbidden, Notice, Problem, Shown } from '../../ui/notice';
import { download } from '../../ui/secret';
import { Pager } from '../../ui/table';
import { EventTable } from './event-table';
import { TrailFilters } from './filters';
import { type TrailSearch, filtersOf } from './search';
import { texts } from './texts';
import { type Place, type TrailPage, exported, useTrail } from './trail-api';
import { VerificationCard } from './verification-card';

interface TrailProps {
  readonly place: Place;
  readonly search: TrailSearch;
  readonly onSearch: (search: TrailSearch) => void;
}

/** What happened, the newest first, and whether the record of it is whole. */
export function Trail({ place, search, onSearch }: TrailProps) {
  const t = useTexts(texts);
  const events = useTrail(place, search);
  if (events.data === undefined && events.error?.status === 403) return <Forbidden />;
  return (
    <>
      <VerificationCard place={place} />
      <Card title={t.events} actions={<Export place={place} search={search} />}>
        <TrailFilters place={place} search={search} onSearch={onSearch} />
        <Shown of={events}>{(read) => <Events read={read} search={search} onSearch={onSearch} />}</Shown>
      </Card>
    </>
  );
}

interface EventsProps extends Omit<TrailProps, 'place'> {
  readonly read: TrailPage;
}

function Events({ read, search, onSearch }: EventsProps) {
  const t = useTexts(texts);
  const { moment } = useFormats();
  const { audit_events: rows, pagination, total_is_capped: isCapped, next_before: before, archived_until: archived } = read;
  const isFiltered = Object.keys(filtersOf(search)).length > 0;
  return (
    <>
      {archived !== null && <Notice>{t.archived(moment(archived))}</Notice>}
      {rows.length === 0 ? (
        <Empty
          title={isFiltered ? t.nothingTitle : t.emptyTitle}
          action={isFiltered ? <Button onClick={() => onSearch({})}>{t.clear}</Button> : undefined}
        >
          {isFiltered ? t.nothing : t.empty}
        </Empty>
      ) : (
        <EventTable
          rows={rows}
          onPerson={(person) => onSearch({ ...search, actor: undefined, member: undefined, ...person, page: undefined })}
        />
      )}
      <Pager pagination={pagination} />
      {isCapped && pagination.page === pagination.pages && before !== null && (
        <Row>
          <span>{t.capped}</span>
          <Button onClick={() => onSearch({ ...search, before, page: undefined })}>{t.older}</Button>
        </Row>
      )}
      {search.before !== undefined && (
        <Row>
          <Button onClick={() => onSearch({ ...search, before: undefined, page: undefined })}>{t.newest}</Button>
        </Row>
      )}
    </>
  );
}

function Export({ place, search }: Pick<TrailProps, 'place' | 'search'>) {
  const t = useTexts(texts);
  const save = useAction(() => exported(place, search), {
    onDone: (lines) => download(`audit-${place}.ndjson`, lines, 'application/x-ndjson'),
  });
  return (
    <>
      <Button title={t.exportText} isBusy={save.isRunning} onClick={() => save.run(undefined)}>
        {t.export}
      </Button>
      <Problem error={save.error} />
    </>
  );
}
