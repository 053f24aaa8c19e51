import { unwrap } from '@headgate/client';
import { headgate } from '../../../session/client';
import { usePermissions } from '../../../session/me';
import { LabelsCard } from '../../../ui/labels-card';
import { WORKSPACE, WORKSPACES, WORKSPACE_SETTINGS } from '../paths';
import type { Place } from './place';
import type { Workspace } from './workspace-draft';

interface WorkspaceLabelsProps {
  readonly place: Place;
  readonly workspace: Workspace;
  readonly mayWrite: boolean;
}

export function WorkspaceLabels({ place, workspace, mayWrite }: WorkspaceLabelsProps) {
  const may = usePermissions(place.organization);
  const send = async (labels: string[], over: object = workspace) => {
    const params = { path: { workspace_id: place.workspace } };
    return unwrap(await headgate.PUT(WORKSPACE, { params, body: { labels }, ifMatch: over })).workspace;
  };
  const changes = [WORKSPACE, WORKSPACE_SETTINGS, WORKSPACES];
  return <LabelsCard labels={workspace.labels} mayChange={mayWrite && may('abac.grant')} send={send} changes={changes} />;
}
