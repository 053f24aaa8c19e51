import { getRouteApi } from '@tanstack/react-router';
import { startOf } from '../../../app/days';
import { useFormats } from '../../../i18n/formats';
import { catalogue, useTexts } from '../../../i18n/texts';
import { useRead } from '../../../session/read';
import { Button } from '../../../ui/button';
import { Row, Stack } from '../../../ui/layout';
import { Badge, Empty, Notice, Shown } from '../../../ui/notice';
import { Pager, Table } from '../../../ui/table';
import styles from '../sign-on.module.css';
import { useOrganizationId } from '../../../session/organization';
import { LogFilters } from './log-filters';

const texts = catalogue(
  {
    caption: 'Requests of the directory',
    none: 'No request',
    noneText: 'Requests of your directory appear here after a moment, with their results.',
    noneFiltered: 'No request matches the filters.',
    clear: 'Show all',
    at: 'When',
    request: 'Request',
    answer: 'Answer',
    token: 'Token',
    changes: 'Attributes',
    why: 'Message',
    capped: 'There are more than these 10,000. Narrow the filters, or show older ones.',
    older: 'Show older requests',
  },
  {
    caption: 'Anfragen des Verzeichnisses',
    none: 'Keine Anfrage',
    noneText: 'Was Ihr Verzeichnis verlangt, steht einen Augenblick später hier, mit dem Ergebnis.',
    noneFiltered: 'Keine Anfrage passt zu den Filtern.',
    clear: 'Alle zeigen',
    at: 'Wann',
    request: 'Anfrage',
    answer: 'Antwort',
    token: 'Token',
    changes: 'Attribute',
    why: 'Was gesagt wurde',
    capped: 'Es gibt mehr als diese 10.000. Grenzen Sie die Filter ein, oder lesen Sie weiter.',
    older: 'Mit älteren weiterlesen',
  },
);

const route = getRouteApi('/signed-in/organizations/$organization/provisioning');

export function Log() {
  const t = useTexts(texts);
  const { instant } = useFormats();
  const organization = useOrganizationId();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { page = 1, status, token, resource, since, until, before } = search;
  const isFiltered = [status, token, resource, since, until, before].some((value) => value !== undefined);
  const events = useRead('/api/v1/organizations/{org_id}/scim-events', {
    params: {
      path: { org_id: organization },
      query: {
        page,
        limit: 25,
        ...(status !== undefined && { status }),
        ...(token !== undefined && { token_id: token }),
        ...(resource !== undefined && { resource_id: resource }),
        ...(since !== undefined && { since: startOf(since, 0) }),
        ...(until !== undefined && { until: startOf(until, 1) }),
        ...(before !== undefined && { before }),
      },
    },
  });
  return (
    <Stack>
      <LogFilters key={`${status} ${token} ${resource} ${since} ${until}`} organization={organization} />
      <Shown of={events}>
        {(data) =>
          data.scim_events.length === 0 ? (
            <Empty
              title={t.none}
              action={isFiltered && <Button onClick={() => void navigate({ search: { view: 'log' } })}>{t.clear}</Button>}
            >
              {isFiltered ? t.noneFiltered : t.noneText}
            </Empty>
          ) : (
            <>
              <Table
                caption={t.caption}
                rows={data.scim_events}
                keyOf={({ id }) => id}
                columns={[
                  { title: t.at, isWhen: true, cell: ({ occurred_at: at }) => instant(at) },
                  {
                    title: t.request,
                    cell: ({ method, path }) => (
                      <code className={styles['break']}>
                        {method} {path}
                      </code>
                    ),
                  },
                  {
                    title: t.answer,
                    cell: ({ status: code }) => <Badge tone={code < 400 ? 'good' : 'bad'}>{code}</Badge>,
                  },
                  { title: t.token, cell: ({ token: { name } }) => name },
                  { title: t.changes, cell: ({ changes }) => changes?.join(', ') ?? '–' },
                  { title: t.why, cell: ({ detail }) => <span lang="en">{detail ?? ''}</span> },
                ]}
              />
              {data.total_is_capped && <Notice>{t.capped}</Notice>}
              <Pager pagination={data.pagination} />
              {data.total_is_capped && data.next_before !== null && (
                <Row>
                  <Button onClick={() => void navigate({ search: { ...search, page: 1, before: data.next_before ?? 0 } })}>
                    {t.older}
                  </Button>
                </Row>
              )}
            </>
          )
        }
      </Shown>
    </Stack>
  );
}
