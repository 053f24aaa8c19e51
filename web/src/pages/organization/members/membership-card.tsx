import { unwrap } from '@headgate/client';
import { useFormats } from '../../../i18n/formats';
import { useTexts } from '../../../i18n/texts';
import { useAction } from '../../../session/action';
import { headgate } from '../../../session/client';
import { useDraft } from '../../../session/draft';
import { usePermissions } from '../../../session/me';
import { Button } from '../../../ui/button';
import { NotSaved, isConflict } from '../../../ui/conflict';
import { SelectField } from '../../../ui/field';
import { Form } from '../../../ui/form';
import { Card, Row, Stack } from '../../../ui/layout';
import { Badge, Notice } from '../../../ui/notice';
import { Unsaved } from '../../../ui/unsaved';
import { Facts } from '../facts';
import { type Role, useGivableRoles } from '../roles-of';
import { CHANGED_WITH_MEMBER, MEMBER } from '../paths';
import { type Member, versionOf } from './member-read';
import { texts } from './texts';

interface MembershipCardProps {
  readonly organization: number;
  readonly member: Member;
}

export function MembershipCard({ organization, member }: MembershipCardProps) {
  const t = useTexts(texts);
  const { day } = useFormats();
  const may = usePermissions(organization);
  const { roles } = useGivableRoles(organization, [null]);
  return (
    <Card title={t.membership}>
      <Facts
        facts={[
          [t.role, member.role.name],
          [
            t.status,
            <Badge key="status" tone={member.status === 'active' ? 'good' : 'warning'}>
              {t[member.status]}
            </Badge>,
          ],
          [t.joined, day(member.joined_at)],
        ]}
      />
      {may('member.remove') && roles.length > 0 && (
        <Stack isNarrow>
          <RoleForm key={member.user_id} organization={organization} member={member} roles={roles} />
        </Stack>
      )}
    </Card>
  );
}

interface RoleFormProps extends MembershipCardProps {
  readonly roles: readonly Pick<Role, 'id' | 'name'>[];
}

function RoleForm({ organization, member, roles }: RoleFormProps) {
  const t = useTexts(texts);
  const version = versionOf(member);
  const draft = useDraft('role', member.role.id, { version });
  const { value: chosen, isDirty } = draft;
  const change = useAction(
    async (over: string) =>
      unwrap(
        await headgate.PATCH(MEMBER, {
          params: { path: { org_id: organization, user_id: member.user_id } },
          body: { role_id: chosen },
          ifMatch: over,
        }),
      ),
    {
      changes: [...CHANGED_WITH_MEMBER, '/api/v1/me'],
      onDone: ({ member: now }) => draft.begin(now.role.id, versionOf(now)),
    },
  );
  const isRefused = isConflict(change.error);
  const offered = roles.some(({ id }) => id === member.role.id) ? roles : [member.role, ...roles];
  return (
    <Form onSubmit={() => isDirty && change.run(draft.begun.version)}>
      <SelectField label={t.changeRole} hint={t.roleHint} value={chosen} onChange={({ target }) => draft.change(Number(target.value))}>
        {offered.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
      <NotSaved
        save={change}
        draft={draft}
        differences={[{ what: t.role, theirs: member.role.name, mine: offered.find(({ id }) => id === chosen)?.name }]}
        onKeepMine={() => change.run(version)}
      />
      {change.result !== undefined && !isDirty && <Notice tone="good">{t.roleChanged}</Notice>}
      <Row>
        <Button type="submit" look="primary" disabled={!isDirty || isRefused} isBusy={change.isRunning}>
          {t.changeRole}
        </Button>
      </Row>
      <Unsaved of={draft} isDirty={isDirty && !change.isRunning} />
    </Form>
  );
}
