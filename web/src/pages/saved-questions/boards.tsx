import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useFormats } from '../../i18n/formats';
import { useTexts } from '../../i18n/texts';
import { placesOf, useMe } from '../../session/me';
import { useRead } from '../../session/read';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { Page, Row } from '../../ui/layout';
import { Empty, Shown } from '../../ui/notice';
import { Pager, Table } from '../../ui/table';
import { WorkspaceSwitch } from '../../ui/workspace';
import { BOARDS } from './board-api';
import { BoardForm } from './board-form';
import { boardTexts } from './board-texts';
import { QuestionViews } from './question-views';

/** Boards on which the reader sees something. */
export function BoardList() {
  const t = useTexts(boardTexts);
  const { moment } = useFormats();
  const { organization, workspace, page = 1 } = useSearch({ from: '/signed-in/saved-questions/boards' });
  const navigate = useNavigate({ from: '/saved-questions/boards' });
  const me = useMe();
  const places = me === undefined ? [] : placesOf(me, 'query.run');
  const place = organization ?? (places.length === 1 ? places[0]?.id : undefined);
  const read = useRead(BOARDS, {
    params: {
      query: {
        page,
        limit: 20,
        ...(organization && { organization_id: organization }),
        ...(workspace && { workspace_id: workspace }),
      },
    },
  });
  const create = places.length > 0 && <CreateBoard organization={place ?? places[0]?.id ?? 0} />;
  return (
    <Page title={t.title} lead={t.lead} actions={create}>
      <QuestionViews shown="boards" />
      {place !== undefined && (
        <WorkspaceSwitch
          organization={place}
          workspace={workspace ?? null}
          onChange={(next) => void navigate({ search: { organization: place, ...(next !== null && { workspace: next }) } })}
        />
      )}
      <Shown of={read}>
        {({ boards, pagination }) =>
          pagination.total > 0 ? (
            <>
              <Table
                caption={t.title}
                rows={boards}
                keyOf={({ id }) => id}
                columns={[
                  {
                    title: t.name,
                    cell: ({ id, name }) => (
                      <Link to="/saved-questions/boards/$board" params={{ board: String(id) }}>
                        {name}
                      </Link>
                    ),
                  },
                  { title: t.changed, isWhen: true, cell: ({ changed_at }) => moment(changed_at) },
                ]}
              />
              <Pager pagination={pagination} />
            </>
          ) : workspace === undefined ? (
            <Empty title={t.emptyTitle}>{t.empty}</Empty>
          ) : (
            <p>{t.nothing}</p>
          )
        }
      </Shown>
    </Page>
  );
}

function CreateBoard({ organization }: { readonly organization: number }) {
  const t = useTexts(boardTexts);
  const navigate = useNavigate();
  const [isOpen, setOpen] = useState(false);
  return (
    <Row>
      <Button look="primary" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {t.create}
      </Button>
      <Dialog title={t.create} isOpen={isOpen} onClose={() => setOpen(false)}>
        <BoardForm
          label={t.create}
          organization={organization}
          board={null}
          onSaved={({ id }) => void navigate({ to: '/saved-questions/boards/$board', params: { board: String(id) } })}
          onCancel={() => setOpen(false)}
        />
      </Dialog>
    </Row>
  );
}
