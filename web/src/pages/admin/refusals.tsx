import { Link } from '@tanstack/react-router';
import { useFormats } from '../../i18n/formats';
import { useTexts } from '../../i18n/texts';
import { useRead } from '../../session/read';
import { LinkButton } from '../../ui/button';
import { Card, Row } from '../../ui/layout';
import { Empty, Notice, Shown } from '../../ui/notice';
import { Pager, Table } from '../../ui/table';
import type { InstallationSearch } from './installation-search';
import { texts } from './texts';
import { useActionName } from '../audit/actions';

/** How often strangers were refused: a click on a network or an action filters by it. */
export function Refusals({ search }: { readonly search: InstallationSearch }) {
  const t = useTexts(texts);
  const { moment, number } = useFormats();
  const inWords = useActionName();
  const { page = 1, network, action } = search;
  const refusals = useRead('/api/v1/audit-events/refusals', {
    params: {
      query: { page, limit: 50, ...(network !== undefined && { network }), ...(action !== undefined && { action }) },
    },
  });
  const only = (part: Pick<InstallationSearch, 'network' | 'action'>): InstallationSearch => ({
    view: 'refusals',
    network,
    action,
    ...part,
  });
  return (
    <Card title={t.refusals}>
      <p>{t.refusalsText}</p>
      {(network ?? action) !== undefined && (
        <Row>
          <code>{[network, action && inWords(action)].filter((one) => one !== undefined).join(' · ')}</code>
          <LinkButton to="/admin/audit" search={{ view: 'refusals' }} look="quiet">
            {t.clear}
          </LinkButton>
        </Row>
      )}
      <Shown of={refusals}>
        {({ refusals: rows, pagination, total_is_capped: isCapped }) =>
          rows.length === 0 ? (
            <Empty title={t.noRefusalsTitle}>{t.noRefusals}</Empty>
          ) : (
            <>
              {isCapped && <Notice>{t.cappedRefusals}</Notice>}
              <Table
                caption={t.refusals}
                rows={rows}
                keyOf={(row) => `${row.minute} ${row.network} ${row.action} ${row.reason}`}
                columns={[
                  { title: t.minute, isWhen: true, cell: ({ minute }) => moment(minute) },
                  {
                    title: t.network,
                    cell: (row) => (
                      <Link to="/admin/audit" search={only({ network: row.network })}>
                        {row.network}
                      </Link>
                    ),
                  },
                  {
                    title: t.action,
                    cell: (row) => (
                      <Link to="/admin/audit" search={only({ action: row.action })}>
                        {inWords(row.action)}
                      </Link>
                    ),
                  },
                  { title: t.reason, cell: ({ reason }) => reason },
                  { title: t.count, cell: ({ count }) => number(count) },
                ]}
              />
              <Pager pagination={pagination} />
            </>
          )
        }
      </Shown>
    </Card>
  );
}
