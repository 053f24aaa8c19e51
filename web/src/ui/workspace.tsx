import { Link } from '@tanstack/react-router';
import { catalogue, useTexts } from '../i18n/texts';
import { permissionsIn, placesOf, useMe } from '../session/me';
import { useRead } from '../session/read';
import { SelectField } from './field';

export const workspaceTexts = catalogue(
  {
    workspace: 'Workspace',
    all: 'All workspaces',
    place: 'Belongs to',
    organization: 'The organization itself',
    inOrganization: 'People find it by their role in the organization.',
    inWorkspace:
      'Only members of the workspace and people who manage workspaces find it. If the workspace is public, everyone in the organization can look.',
    numbered: (id: number) => `Workspace ${id}`,
  },
  {
    workspace: 'Arbeitsbereich',
    all: 'Alle Arbeitsbereiche',
    place: 'Gehört zu',
    organization: 'Der Organisation selbst',
    inOrganization: 'Es zählt die Rolle in der Organisation.',
    inWorkspace:
      'Nur Mitglieder des Arbeitsbereichs und wer Arbeitsbereiche verwaltet finden sie. Ist er öffentlich, dürfen alle in der Organisation hineinsehen.',
    numbered: (id: number) => `Arbeitsbereich ${id}`,
  },
);

/** More than fit into a choice are reached from the page of each workspace. */
const MOST = 100;

function useWorkspaces(organization: number, enabled: boolean) {
  const read = useRead(
    '/api/v1/organizations/{org_id}/workspaces',
    { params: { path: { org_id: organization }, query: { limit: MOST } } },
    { enabled },
  );
  // Those of the organization that was shown before stay until these have arrived.
  return (read.data?.workspaces ?? []).filter(({ organization_id: of }) => of === organization);
}

interface Held {
  readonly organization: number;
  /** `null` for the organization itself. */
  readonly workspace: number | null;
}

function useWorkspaceName({ organization, workspace }: Held): string {
  const t = useTexts(workspaceTexts);
  const me = useMe();
  const own = me?.workspaces.find(({ id }) => id === workspace)?.name;
  const mayRead = me !== undefined && own === undefined && permissionsIn(me, organization, workspace).has('workspace.read');
  const read = useRead(
    '/api/v1/workspaces/{workspace_id}',
    { params: { path: { workspace_id: workspace ?? 0 } } },
    { enabled: workspace !== null && mayRead },
  );
  if (workspace === null) return t.organization;
  const found = read.data?.workspace;
  return own ?? (found?.id === workspace ? found.name : t.numbered(workspace));
}

export function PlaceName(held: Held) {
  return <>{useWorkspaceName(held)}</>;
}

/** Where something is; nothing for what belongs to the organization itself. */
export function WorkspaceLink({ organization, workspace }: Held) {
  const name = useWorkspaceName({ organization, workspace });
  if (workspace === null) return null;
  return (
    <Link
      to="/organizations/$organization/workspaces/$workspace"
      params={{ organization: String(organization), workspace: String(workspace) }}
    >
      {name}
    </Link>
  );
}

interface ChoiceProps extends Held {
  readonly onChange: (workspace: number | null) => void;
}

/** Of which workspace a list shows what it holds: a choice only where there is a workspace. */
export function WorkspaceSwitch({ organization, workspace, onChange }: ChoiceProps) {
  const t = useTexts(workspaceTexts);
  const me = useMe();
  const mayRead = me !== undefined && placesOf(me, 'workspace.read').some(({ id }) => id === organization);
  const workspaces = useWorkspaces(organization, mayRead);
  if (workspaces.length === 0 && workspace === null) return null;
  return (
    <SelectField
      label={t.workspace}
      value={workspace ?? ''}
      onChange={({ target }) => onChange(target.value === '' ? null : Number(target.value))}
    >
      <option value="">{t.all}</option>
      <Options organization={organization} workspaces={workspaces} chosen={workspace} />
    </SelectField>
  );
}

/** Where a person may put something: the organization itself, and workspaces. */
export function usePlaces(organization: number, permission: string) {
  const me = useMe();
  const held = me === undefined ? new Set<string>() : permissionsIn(me, organization);
  const isOpen = held.has(permission);
  const managed = useWorkspaces(organization, isOpen && held.has('workspace.delete'));
  const own = (me?.workspaces ?? []).filter(
    ({ id, organization_id: of, permissions }) =>
      of === organization && permissions.some((one) => one === permission) && managed.every((other) => other.id !== id),
  );
  return { isOpen, workspaces: [...managed, ...own].map(({ id, name }) => ({ id, name })) };
}

interface PlaceFieldProps extends ChoiceProps {
  readonly places: ReturnType<typeof usePlaces>;
  readonly error?: string | undefined;
}

/** Nothing where there is no choice. */
export function PlaceField({ places: { isOpen, workspaces }, organization, workspace, onChange, error }: PlaceFieldProps) {
  const t = useTexts(workspaceTexts);
  if (workspace === null && workspaces.length === 0) return null;
  return (
    <SelectField
      label={t.place}
      hint={workspace === null ? t.inOrganization : t.inWorkspace}
      error={error}
      value={workspace ?? ''}
      onChange={({ target }) => onChange(target.value === '' ? null : Number(target.value))}
    >
      {(isOpen || workspace === null) && <option value="">{t.organization}</option>}
      <Options organization={organization} workspaces={workspaces} chosen={workspace} />
    </SelectField>
  );
}

interface OptionsProps {
  readonly organization: number;
  readonly workspaces: readonly { readonly id: number; readonly name: string }[];
  readonly chosen: number | null;
}

/** With the one that is chosen, though it may not be among those that were read. */
function Options({ organization, workspaces, chosen }: OptionsProps) {
  const name = useWorkspaceName({ organization, workspace: workspaces.some(({ id }) => id === chosen) ? null : chosen });
  return (
    <>
      {chosen !== null && workspaces.every(({ id }) => id !== chosen) && <option value={chosen}>{name}</option>}
      {workspaces.map((one) => (
        <option key={one.id} value={one.id}>
          {one.name}
        </option>
      ))}
    </>
  );
}
