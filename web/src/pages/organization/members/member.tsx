import { unwrap } from '@headgate/client';
import { Link, getRouteApi } from '@tanstack/react-router';
import { useTexts } from '../../../i18n/texts';
import { useMe, usePermissions } from '../../../session/me';
import { useAction } from '../../../session/action';
import { headgate } from '../../../session/client';
import { useRead } from '../../../session/read';
import { Card, Page } from '../../../ui/layout';
import { Notice, Shown } from '../../../ui/notice';
import { MEMBER, MEMBERS } from '../paths';
import { type Member, versionOf } from './member-read';
import { AttributesCard } from './attributes-card';
import { MembershipCard } from './membership-card';
import { RemoveCard } from './remove-card';
import { SecurityCard } from './security-card';
import { texts } from './texts';
import { WorkspacesCard, useHeldWorkspaces } from './workspaces-card';
import { nameOf } from '../../../ui/person';

const route = getRouteApi('/signed-in/organizations/$organization/members/$user');

export function MemberPage() {
  const t = useTexts(texts);
  const { organization, user } = route.useParams();
  const member = useRead(MEMBER, { params: { path: { org_id: Number(organization), user_id: Number(user) } } });
  return (
    <Page title={member.data === undefined ? t.title : nameOf(member.data.member)} lead={member.data?.member.email}>
      <Shown of={member}>{({ member: read }) => <Cards organization={Number(organization)} member={read} />}</Shown>
    </Page>
  );
}

function Cards({ organization, member }: { readonly organization: number; readonly member: Member }) {
  const t = useTexts(texts);
  const me = useMe();
  const may = usePermissions(organization);
  const navigate = route.useNavigate();
  const seesWorkspaces = may('workspace.read');
  const held = useHeldWorkspaces(organization, member, 1, seesWorkspaces);
  const isSelf = me?.user.id === String(member.user_id);
  const params = { path: { org_id: organization, user_id: member.user_id } };
  const remove = useAction(async () => unwrap(await headgate.DELETE(MEMBER, { params, ifMatch: versionOf(member) })), {
    changes: [MEMBERS, ...(isSelf ? ['/api/v1/me'] : [])],
    onDone: () => void navigate({ to: '/organizations/$organization/members' }),
  });
  return (
    <>
      {isSelf && (
        <Notice>
          <p>{t.self}</p>
          <Link to="/account">{t.account}</Link>
        </Notice>
      )}
      <MembershipCard organization={organization} member={member} />
      {member.security !== undefined && (
        <SecurityCard organization={organization} member={member} security={member.security} mayAssist={may('member.assist') && !isSelf} />
      )}
      {may('abac.read') && <AttributesCard organization={organization} user={member.user_id} mayChange={may('abac.grant')} />}
      {seesWorkspaces && <WorkspacesCard organization={organization} member={member} />}
      {may('member.remove') && (
        <Card title={t.remove}>
          <RemoveCard name={member.username} workspaces={held.data?.pagination.total ?? null} remove={remove} />
        </Card>
      )}
    </>
  );
}
