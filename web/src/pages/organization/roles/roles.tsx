import { getRouteApi } from '@tanstack/react-router';
import { useTexts } from '../../../i18n/texts';
import { usePermissions } from '../../../session/me';
import { LinkButton } from '../../../ui/button';
import { Page } from '../../../ui/layout';
import { Shown } from '../../../ui/notice';
import { useRoles } from '../roles-of';
import { Matrix } from './matrix';
import { texts } from './texts';

const route = getRouteApi('/signed-in/organizations/$organization/roles');

export function Roles() {
  const t = useTexts(texts);
  const { organization } = route.useParams();
  const may = usePermissions(Number(organization));
  const roles = useRoles(Number(organization), true);
  return (
    <Page
      title={t.title}
      lead={t.lead}
      actions={
        may('role.manage') && (
          <LinkButton look="primary" to="/organizations/$organization/roles/new" params={{ organization }}>
            {t.create}
          </LinkButton>
        )
      }
    >
      <Shown of={roles}>{(read) => <Matrix organization={organization} roles={read.roles} />}</Shown>
    </Page>
  );
}
