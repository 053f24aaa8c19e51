import { unwrap } from '@headgate/client';
import { useState } from 'react';
import { useFormats } from '../../../i18n/formats';
import { useTexts } from '../../../i18n/texts';
import { useAction } from '../../../session/action';
import { headgate } from '../../../session/client';
import { type Read, useRead } from '../../../session/read';
import { usePageOf } from '../../../session/place';
import { Button } from '../../../ui/button';
import { Confirm } from '../../../ui/confirm';
import { Dialog } from '../../../ui/dialog';
import { Card } from '../../../ui/layout';
import { Shown } from '../../../ui/notice';
import { type Column, Pager, Table } from '../../../ui/table';
import styles from '../organization.module.css';
import { HOLDERS, MEMBER_WORKSPACES, WORKSPACE_MEMBERS } from '../paths';
import { AddMember } from './add-member';
import type { Place } from './place';
import { texts } from './texts';
import { Person, fullNameOf, nameOf } from '../../../ui/person';

type Member = Read<typeof WORKSPACE_MEMBERS>['members'][number];

interface MembersCardProps {
  readonly place: Place;
  readonly mayChange: boolean;
}

export function MembersCard({ place, mayChange }: MembersCardProps) {
  const t = useTexts(texts);
  const page = usePageOf('members');
  const [isAdding, setAdding] = useState(false);
  const [leaving, setLeaving] = useState<Member | null>(null);
  const columns = useColumns(mayChange, setLeaving);
  const members = useRead(WORKSPACE_MEMBERS, {
    params: { path: { workspace_id: place.workspace }, query: { page } },
  });
  const remove = useAction(
    async ({ user_id: user }: Member) =>
      unwrap(
        await headgate.DELETE('/api/v1/workspaces/{workspace_id}/members/{user_id}', {
          params: { path: { workspace_id: place.workspace, user_id: user } },
        }),
      ),
    { changes: [WORKSPACE_MEMBERS, MEMBER_WORKSPACES, HOLDERS, '/api/v1/me'], onDone: () => setLeaving(null) },
  );
  return (
    <Card title={t.members} actions={mayChange && <Button onClick={() => setAdding(true)}>{t.add}</Button>}>
      <p>{t.membersLead}</p>
      <Shown of={members}>
        {(read) =>
          read.members.length === 0 ? (
            <p className={styles['soft']}>{t.noMembers}</p>
          ) : (
            <Table caption={t.members} rows={read.members} keyOf={({ user_id: id }) => id} columns={columns} />
          )
        }
      </Shown>
      {members.data !== undefined && <Pager pagination={members.data.pagination} list="members" />}
      <Dialog title={t.addTitle} isOpen={isAdding} onClose={() => setAdding(false)} losesNothing>
        <AddMember place={place} onClose={() => setAdding(false)} />
      </Dialog>
      <Confirm
        title={t.removeTitle(leaving === null ? '' : fullNameOf(leaving))}
        isOpen={leaving !== null}
        onClose={() => setLeaving(null)}
        verb={t.remove}
        onConfirm={() => leaving !== null && remove.run(leaving)}
        isBusy={remove.isRunning}
        error={remove.error}
      >
        <p>{t.removeText}</p>
      </Confirm>
    </Card>
  );
}

function useColumns(mayChange: boolean, onRemove: (member: Member) => void): readonly Column<Member>[] {
  const t = useTexts(texts);
  const { day } = useFormats();
  const columns: Column<Member>[] = [
    {
      title: t.person,
      cell: (member) => <Person of={member} />,
    },
    { title: t.role, cell: ({ role }) => role.name },
    { title: t.joined, isWhen: true, cell: ({ joined_at: at }) => day(at) },
  ];
  const removal: Column<Member> = {
    title: t.actions,
    isActions: true,
    cell: (member) => (
      <Button look="danger" aria-label={`${t.remove}: ${nameOf(member)}`} onClick={() => onRemove(member)}>
        {t.remove}
      </Button>
    ),
  };
  return mayChange ? [...columns, removal] : columns;
}
