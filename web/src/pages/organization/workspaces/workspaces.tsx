import { Link, getRouteApi } from '@tanstack/react-router';
import { useCallback, useState } from 'react';
import { useFormats } from '../../../i18n/formats';
import { useTexts } from '../../../i18n/texts';
import { usePermissions } from '../../../session/me';
import { useRead } from '../../../session/read';
import { Button } from '../../../ui/button';
import { Dialog } from '../../../ui/dialog';
import { Help } from '../../../ui/help';
import { Page, Row } from '../../../ui/layout';
import { Empty, Shown } from '../../../ui/notice';
import { Filters, Pager, Table } from '../../../ui/table';
import { FilterField } from '../filter-field';
import { WORKSPACES } from '../paths';
import { CreateWorkspace } from './create-workspace';
import { texts } from './texts';

const route = getRouteApi('/signed-in/organizations/$organization/workspaces');

export function Workspaces() {
  const t = useTexts(texts);
  const { day, relative } = useFormats();
  const { organization } = route.useParams();
  const { q = '', page = 1 } = route.useSearch();
  const navigate = route.useNavigate();
  const may = usePermissions(Number(organization));
  const [isCreating, setCreating] = useState(false);
  const workspaces = useRead(WORKSPACES, {
    params: { path: { org_id: Number(organization) }, query: { page, limit: 25, ...(q !== '' && { search: q }) } },
  });
  const filter = useCallback((value: string) => void navigate({ search: value === '' ? {} : { q: value }, replace: true }), [navigate]);
  const begin = may('workspace.write') && (
    <Button look="primary" onClick={() => setCreating(true)}>
      {t.create}
    </Button>
  );
  // Unknown is not filled: what stands in the head is there for good, and a person may already press it. Rows of before say nothing.
  const isFilled = q !== '' || workspaces.isPlaceholderData || (workspaces.data?.pagination.total ?? 0) > 0;
  return (
    <Page title={t.title} lead={may('workspace.delete') ? t.leadOfManager : t.lead} actions={isFilled && begin}>
      {isFilled && (
        <Filters>
          <FilterField label={t.filter} value={q} onFilter={filter} />
        </Filters>
      )}
      <Shown of={workspaces}>
        {(read) =>
          !isFilled ? (
            <Empty
              title={t.noneTitle}
              action={
                <Row>
                  {begin}
                  <Help at="roles#workspaces" about={t.title} />
                </Row>
              }
            >
              {t.none}
            </Empty>
          ) : read.workspaces.length === 0 ? (
            <p>{t.notNamed}</p>
          ) : (
            <>
              <Table
                caption={t.title}
                rows={read.workspaces}
                keyOf={({ id }) => id}
                columns={[
                  {
                    title: t.name,
                    cell: ({ id, name }) => (
                      <Link to="/organizations/$organization/workspaces/$workspace" params={{ organization, workspace: String(id) }}>
                        {name}
                      </Link>
                    ),
                  },
                  { title: t.created, isWhen: true, cell: ({ created_at: at }) => day(at) },
                  { title: t.updated, cell: ({ updated_at: at }) => relative(at) },
                ]}
              />
              <Pager pagination={read.pagination} />
            </>
          )
        }
      </Shown>
      <Dialog title={t.create} isOpen={isCreating} onClose={() => setCreating(false)}>
        <CreateWorkspace
          organization={Number(organization)}
          onCancel={() => setCreating(false)}
          onCreated={(id) =>
            void navigate({
              to: '/organizations/$organization/workspaces/$workspace',
              params: { organization, workspace: String(id) },
            })
          }
        />
      </Dialog>
    </Page>
  );
}
