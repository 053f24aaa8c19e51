import { unwrap } from '@headgate/client';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { useFormats } from '../../../i18n/formats';
import { useTexts } from '../../../i18n/texts';
import { useAction } from '../../../session/action';
import { headgate } from '../../../session/client';
import { useRead } from '../../../session/read';
import { Button } from '../../../ui/button';
import { Confirm } from '../../../ui/confirm';
import { Card, Row } from '../../../ui/layout';
import { Loading, Problem } from '../../../ui/notice';
import { WORKSPACE, WORKSPACES, WORKSPACE_MEMBERS } from '../paths';
import { HeldCounts, useHeld } from './holds-card';
import type { Place } from './place';
import { texts } from './texts';
import type { Workspace } from './workspace-draft';

const route = getRouteApi('/signed-in/organizations/$organization/workspaces/$workspace');

interface DeleteWorkspaceProps {
  readonly place: Place;
  readonly workspace: Workspace;
  readonly may: (permission: string) => boolean;
}

export function DeleteWorkspace({ place, workspace, may }: DeleteWorkspaceProps) {
  const t = useTexts(texts);
  const { name } = workspace;
  const { number } = useFormats();
  const navigate = route.useNavigate();
  const [isAsked, setAsked] = useState(false);
  const params = { path: { workspace_id: place.workspace } };
  const members = useRead(WORKSPACE_MEMBERS, { params: { ...params, query: { limit: 1 } } }, { enabled: isAsked });
  const { held, isKnown, error } = useHeld(place, may);
  const isEmpty = (held.sources?.total ?? 0) + (held.templates?.total ?? 0) === 0;
  const remove = useAction(async () => unwrap(await headgate.DELETE(WORKSPACE, { params, ifMatch: workspace })), {
    changes: [WORKSPACES, '/api/v1/me'],
    onDone: () =>
      void navigate({
        to: '/organizations/$organization/workspaces',
        params: { organization: String(place.organization) },
        search: {},
        ignoreBlocker: true,
      }),
  });
  return (
    <Card title={t.delete}>
      {isKnown || !isEmpty ? null : error === null ? <Loading /> : <Problem error={error} />}
      {isKnown && isEmpty && (
        <>
          <p>{t.deleteLead}</p>
          <Row>
            <Button look="danger" onClick={() => setAsked(true)}>
              {t.delete}
            </Button>
          </Row>
        </>
      )}
      {!isEmpty && (
        <>
          <p>{t.deleteHolds}</p>
          <HeldCounts place={place} held={held} />
        </>
      )}
      <Confirm
        title={t.deleteTitle(name)}
        isOpen={isAsked}
        onClose={() => setAsked(false)}
        name={name}
        verb={t.deleteVerb}
        onConfirm={() => remove.run(undefined)}
        isBusy={remove.isRunning}
        error={remove.error}
      >
        <ul>
          {members.data !== undefined && <li>{t.deleteMembers(number(members.data.pagination.total))}</li>}
          <li>{t.deleteInvitations}</li>
          <li>{t.deleteStays}</li>
        </ul>
      </Confirm>
    </Card>
  );
}
