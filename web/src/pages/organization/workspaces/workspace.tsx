import { getRouteApi } from '@tanstack/react-router';
import { useTexts } from '../../../i18n/texts';
import { useRead } from '../../../session/read';
import { Page } from '../../../ui/layout';
import { Shown } from '../../../ui/notice';
import { WORKSPACE, WORKSPACE_SETTINGS } from '../paths';
import { DeleteWorkspace } from './delete-workspace';
import { MembersCard } from './members-card';
import { SettingsCard } from './settings-card';
import { texts } from './texts';
import { WorkspaceLabels } from './workspace-labels';
import { permissionsIn, useMe } from '../../../session/me';

const route = getRouteApi('/signed-in/organizations/$organization/workspaces/$workspace');

export function WorkspacePage() {
  const t = useTexts(texts);
  const { organization, workspace: id } = route.useParams();
  const place = { organization: Number(organization), workspace: Number(id) };
  const params = { path: { workspace_id: place.workspace } };
  const workspace = useRead(WORKSPACE, { params });
  const settings = useRead(WORKSPACE_SETTINGS, { params });
  const may = usePermissionsHere(place.organization, place.workspace);
  return (
    <Page title={workspace.data?.workspace.name ?? t.title}>
      <Shown of={workspace}>
        {({ workspace: read }) => (
          <>
            <Shown of={settings}>
              {({ settings: set }) => (
                <SettingsCard key={read.id} place={place} workspace={read} settings={set} mayChange={may('workspace.write')} />
              )}
            </Shown>
            <WorkspaceLabels place={place} workspace={read} mayWrite={may('workspace.write')} />
            <MembersCard place={place} mayChange={may('workspace.write')} />
            {may('workspace.delete') && <DeleteWorkspace place={place} name={read.name} />}
          </>
        )}
      </Shown>
    </Page>
  );
}

/** What the person may do in a workspace: by their role in the organization, and by the one they hold in the workspace itself. */
function usePermissionsHere(organization: number, workspace: number): (permission: string) => boolean {
  const me = useMe();
  const here = me?.workspaces.find(({ id }) => id === workspace)?.permissions ?? [];
  const held = new Set<string>([...(me === undefined ? [] : permissionsIn(me, organization)), ...here]);
  return (permission) => held.has(permission);
}
