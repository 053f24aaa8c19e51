import { useTexts } from '../../../i18n/texts';
import { useRead } from '../../../session/read';
import { Help } from '../../../ui/help';
import { Card } from '../../../ui/layout';
import { Shown } from '../../../ui/notice';
import { useOrganizationId } from '../../../session/organization';
import { useWorkspaces } from '../../../ui/workspace';
import { texts } from '../mapping/mapping-texts';
import { MAPPING } from './mapping';
import { MappingForm } from './mapping-form';

/** Which groups give which roles, by the names that the directory gives them. */
export function Groups() {
  const t = useTexts(texts);
  const organization = useOrganizationId();
  const params = { path: { org_id: organization } };
  const mapping = useRead(MAPPING, { params });
  const roles = useRead('/api/v1/organizations/{org_id}/roles', { params });
  const workspaces = useWorkspaces(organization);
  return (
    <Card title={t.title}>
      <p>
        {t.text} <Help at="connect-okta#3-push-groups-and-give-roles" about={t.title} />
      </p>
      <Shown of={mapping}>
        {(data) => (
          <Shown of={roles}>
            {({ roles: known }) => (
              <Shown of={workspaces}>
                {(places) => <MappingForm organization={organization} mapping={data} roles={known} workspaces={places} />}
              </Shown>
            )}
          </Shown>
        )}
      </Shown>
    </Card>
  );
}
