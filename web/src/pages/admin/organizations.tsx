import { Link, useSearch } from '@tanstack/react-router';
import { useFormats } from '../../i18n/formats';
import { useTexts } from '../../i18n/texts';
import { useRead } from '../../session/read';
import { Help } from '../../ui/help';
import { Empty, Shown } from '../../ui/notice';
import { Pager, Table } from '../../ui/table';
import { AdminPage } from './admin-page';
import { NewOrganization } from './new-organization';
import { ORGANIZATIONS } from './organizations-path';
import { texts } from './texts';

export function Organizations() {
  const t = useTexts(texts);
  return (
    <AdminPage
      title={t.organizations}
      lead={
        <>
          {t.organizationsLead} <Help at="system-administrators#in-an-emergency" about={t.organizations} />
        </>
      }
      actions={<NewOrganization />}
    >
      <OrganizationList />
    </AdminPage>
  );
}

function OrganizationList() {
  const t = useTexts(texts);
  const { day } = useFormats();
  const { page = 1 } = useSearch({ from: '/signed-in/admin/organizations' });
  const organizations = useRead(ORGANIZATIONS, { params: { query: { page, limit: 20 } } });
  return (
    <Shown of={organizations}>
      {({ organizations: rows, pagination }) =>
        rows.length === 0 ? (
          <Empty title={t.noneTitle}>{t.none}</Empty>
        ) : (
          <>
            <Table
              caption={t.organizations}
              rows={rows}
              keyOf={({ id }) => id}
              columns={[
                {
                  title: t.name,
                  cell: ({ id, name }) => {
                    const to: string = `/organizations/${id}/members`;
                    return <Link to={to}>{name}</Link>;
                  },
                },
                { title: t.domainColumn, cell: ({ domain }) => domain ?? '' },
                { title: t.plan, cell: ({ plan }) => t[plan] },
                { title: t.made, isWhen: true, cell: ({ created_at: at }) => day(at) },
              ]}
            />
            <Pager pagination={pagination} />
          </>
        )
      }
    </Shown>
  );
}
