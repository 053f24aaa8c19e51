import { unwrap } from '@headgate/client';
import { useState } from 'react';
import { catalogue, useTexts } from '../../i18n/texts';
import { useAction } from '../../session/action';
import { headgate } from '../../session/client';
import { type Me, useMe } from '../../session/me';
import { Button } from '../../ui/button';
import { Confirm } from '../../ui/confirm';
import { Card } from '../../ui/layout';
import { Table } from '../../ui/table';

const texts = catalogue(
  {
    title: 'Where you are a member',
    place: 'Organization or workspace',
    role: 'Role',
    actions: 'Actions',
    within: (workspace: string, organization: string) => `${workspace} (${organization})`,
    leave: 'Leave',
    leaveTitle: (name: string) => `Leave ${name}?`,
    leaveOrganization: 'You leave all its workspaces too. What you made stays there. To come back, you need a new invitation.',
    leaveWorkspace:
      'You will no longer see the data sources and templates in it, unless it is public. To come back, ask someone who manages it.',
  },
  {
    title: 'Ihre Mitgliedschaften',
    place: 'Organisation oder Arbeitsbereich',
    role: 'Rolle',
    actions: 'Aktionen',
    within: (workspace: string, organization: string) => `${workspace} (${organization})`,
    leave: 'Verlassen',
    leaveTitle: (name: string) => `${name} verlassen?`,
    leaveOrganization:
      'Sie verlassen auch alle ihre Arbeitsbereiche. Was Sie angelegt haben, bleibt dort. Um zurückzukommen, brauchen Sie eine neue Einladung.',
    leaveWorkspace:
      'Seine Datenquellen und Vorlagen sehen Sie dann nicht mehr, es sei denn, er ist öffentlich. Um zurückzukommen, fragen Sie jemanden, der ihn verwaltet.',
  },
);

interface Place {
  readonly key: string;
  readonly id: number;
  readonly name: string;
  readonly role: string;
  readonly isWorkspace: boolean;
}

export function MembershipsCard() {
  const t = useTexts(texts);
  const me = useMe();
  const [leaving, setLeaving] = useState<Place | null>(null);
  const leave = useAction(async ({ id, isWorkspace }: Place) => unwrap(await (isWorkspace ? leaveWorkspace(id) : leaveOrganization(id))), {
    changes: ['/api/v1/me', '/api/v1/organizations'],
    onDone: () => setLeaving(null),
  });
  const places = me === undefined ? [] : placesOf(me, t.within);
  if (places.length === 0) return null;
  return (
    <Card title={t.title}>
      <Table
        caption={t.title}
        rows={places}
        keyOf={({ key }) => key}
        columns={[
          { title: t.place, cell: ({ name }) => name },
          { title: t.role, cell: ({ role }) => role },
          {
            title: t.actions,
            isActions: true,
            cell: (place) => (
              <Button look="danger" aria-label={`${t.leave}: ${place.name}`} onClick={() => setLeaving(place)}>
                {t.leave}
              </Button>
            ),
          },
        ]}
      />
      <Confirm
        title={t.leaveTitle(leaving?.name ?? '')}
        isOpen={leaving !== null}
        onClose={() => setLeaving(null)}
        verb={t.leave}
        onConfirm={() => leaving !== null && leave.run(leaving)}
        isBusy={leave.isRunning}
        error={leave.error}
      >
        <p>{leaving?.isWorkspace === true ? t.leaveWorkspace : t.leaveOrganization}</p>
      </Confirm>
    </Card>
  );
}

const leaveOrganization = (id: number) => headgate.DELETE('/api/v1/me/organizations/{org_id}', { params: { path: { org_id: id } } });
const leaveWorkspace = (id: number) => headgate.DELETE('/api/v1/me/workspaces/{workspace_id}', { params: { path: { workspace_id: id } } });

/** Each organization, and behind it its workspaces. */
function placesOf({ organizations, workspaces }: Me, within: (workspace: string, organization: string) => string): Place[] {
  return organizations.flatMap(({ id, name, role }) => [
    { key: `organization ${id}`, id, name, role, isWorkspace: false },
    ...workspaces
      .filter(({ organization_id: of }) => of === id)
      .map((one) => ({ key: `workspace ${one.id}`, id: one.id, name: within(one.name, name), role: one.role, isWorkspace: true })),
  ]);
}
