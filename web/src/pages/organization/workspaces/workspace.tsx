import { getRouteApi } from '@tanstack/react-router';
import { useTexts } from '../../../i18n/texts';
import { useRead } from '../../../session/read';
import { Page } from '../../../ui/layout';
import { Notice, Shown } from '../../../ui/notice';
import { WORKSPACE, WORKSPACE_SETTINGS } from '../paths';
import { DeleteWorkspace } from './delete-workspace';
import { HoldsCard } from './holds-card';
import { MembersCard } from './members-card';
import { SettingsCard } from './settings-card';
import { texts } from './texts';
import { WorkspaceLabels } from './workspace-labels';
import { useMe, usePermissions } from '../../../session/me';

const route = getRouteApi('/signed-in/organizations/$organization/workspaces/$workspace');

export function WorkspacePage() {
  const t = useTexts(texts);
  const { organization, workspace: id } = route.useParams();
  const place = { organization: Number(organization), workspace: Number(id) };
  const params = { path: { workspace_id: place.workspace } };
  const workspace = useRead(WORKSPACE, { params });
  const settings = useRead(WORKSPACE_SETTINGS, { params });
  const may = usePermissions(place.organization, place.workspace);
  const isOutside = useMe()?.workspaces.every(({ id: own }) => own !== place.workspace) ?? false;
  return (
    <Page title={workspace.data?.workspace.name ?? t.title}>
      <Shown of={workspace}>
        {({ workspace: read }) => (
          <>
            {isOutside && !may('workspace.delete') && (
              <Notice>
                <strong>{t.viewerTitle}</strong>
                <p>{t.viewer}</p>
              </Notice>
            )}
            <HoldsCard place={place} may={may} />
            <MembersCard place={place} mayChange={may('workspace.write')} />
            <Shown of={settings}>
              {({ settings: set }) => (
                <SettingsCard key={read.id} place={place} workspace={read} settings={set} mayChange={may('workspace.write')} />
              )}
            </Shown>
            <WorkspaceLabels place={place} workspace={read} mayWrite={may('workspace.write')} />
            {may('workspace.delete') && <DeleteWorkspace place={place} workspace={read} may={may} />}
          </>
        )}
      </Shown>
    </Page>
  );
}
