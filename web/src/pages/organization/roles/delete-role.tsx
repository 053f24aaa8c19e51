import { unwrap } from '@headgate/client';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { useFormats } from '../../../i18n/formats';
import { useTexts } from '../../../i18n/texts';
import { useAction } from '../../../session/action';
import { headgate } from '../../../session/client';
import { usePermissions } from '../../../session/me';
import { useRead } from '../../../session/read';
import { Button } from '../../../ui/button';
import { Confirm } from '../../../ui/confirm';
import { Card, Row } from '../../../ui/layout';
import { HOLDERS, ROLE, ROLES } from '../paths';
import type { Role } from '../roles-of';
import { texts } from './texts';

const route = getRouteApi('/signed-in/organizations/$organization/roles/$role');

interface DeleteRoleProps {
  readonly organization: number;
  readonly role: Role;
}

export function DeleteRole({ organization, role }: DeleteRoleProps) {
  const t = useTexts(texts);
  const { number } = useFormats();
  const may = usePermissions(organization);
  const navigate = route.useNavigate();
  const [isAsked, setAsked] = useState(false);
  const params = { path: { role_id: role.id } };
  const held = useRead(HOLDERS, { params: { ...params, query: { limit: 1 } } }, { enabled: isAsked && may('member.read') }).data?.pagination
    .total;
  const remove = useAction(async () => unwrap(await headgate.DELETE(ROLE, { params, ifMatch: `"${role.version}"` })), {
    onDone: () =>
      void navigate({
        to: '/organizations/$organization/roles',
        params: { organization: String(organization) },
        search: {},
        ignoreBlocker: true,
      }),
    changes: [ROLES],
  });
  return (
    <Card title={t.delete}>
      <p>{t.deleteLead}</p>
      <Row>
        <Button look="danger" onClick={() => setAsked(true)}>
          {t.delete}
        </Button>
      </Row>
      <Confirm
        title={t.deleteTitle(role.name)}
        isOpen={isAsked}
        onClose={() => {
          setAsked(false);
          remove.reset();
        }}
        name={role.name}
        verb={t.deleteVerb}
        onConfirm={() => remove.run(undefined)}
        isBusy={remove.isRunning}
        error={remove.error}
      >
        {held !== undefined && <p>{held === 0 ? t.deleteFree : t.deleteHeld(number(held))}</p>}
      </Confirm>
    </Card>
  );
}
