import type { HeadgateError } from '@headgate/client';
import { Link } from '@tanstack/react-router';
import { catalogue, useTexts } from '../i18n/texts';
import { headgate } from '../session/client';
import { type Me, permissionsIn, placesOf, useMe } from '../session/me';
import type { Read } from '../session/read';
import { useSeenWorkspace } from '../session/seen';
import { SelectField } from './field';
import { useQuery } from '../session/queries';

export const workspaceTexts = catalogue(
  {
    workspace: 'Workspace',
    all: 'All workspaces',
    of: 'Organization',
    place: 'Belongs to',
    organization: 'The organization itself',
    inOrganization: 'People find it by their role in the organization.',
    inWorkspace:
      'Only members of the workspace and people who manage workspaces find it. If the workspace is public, everyone in the organization can look at it.',
    numbered: (id: number) => `Workspace ${id}`,
  },
  {
    workspace: 'Arbeitsbereich',
    all: 'Alle Arbeitsbereiche',
    of: 'Organisation',
    place: 'Gehört zu',
    organization: 'Der Organisation selbst',
    inOrganization: 'Es zählt die Rolle in der Organisation.',
    inWorkspace:
      'Nur Mitglieder des Arbeitsbereichs und Personen, die Arbeitsbereiche verwalten, finden, was hierhin gehört. Ist er öffentlich, dürfen alle in der Organisation hineinsehen.',
    numbered: (id: number) => `Arbeitsbereich ${id}`,
  },
);

const WORKSPACES = '/api/v1/organizations/{org_id}/workspaces';
const LARGEST_PAGE = 100;

type Workspaces = Read<typeof WORKSPACES>['workspaces'];

/** All that the person sees, page after page: people choose from them. */
export function useWorkspaces(organization: number, enabled = true) {
  return useQuery<Workspaces, HeadgateError>({
    queryKey: [WORKSPACES, 'all', organization],
    queryFn: async ({ signal }) => {
      const all: Workspaces[] = [];
      const params = { path: { org_id: organization }, query: { limit: LARGEST_PAGE } };
      for await (const { workspaces } of headgate.pages(WORKSPACES, { params, signal })) all.push(workspaces);
      return all.flat();
    },
    enabled,
  });
}

export interface Held {
  readonly organization: number;
  /** `null` for the organization itself. */
  readonly workspace: number | null;
}

function useWorkspaceName({ organization, workspace }: Held): string {
  const t = useTexts(workspaceTexts);
  const me = useMe();
  const own = me?.workspaces.find(({ id }) => id === workspace)?.name;
  const mayRead = me !== undefined && own === undefined && permissionsIn(me, organization, workspace).has('workspace.read');
  const found = useSeenWorkspace(organization, workspace ?? 0, { enabled: workspace !== null && mayRead });
  if (workspace === null) return t.organization;
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
  const { data: workspaces = [], isLoading } = useWorkspaces(organization, mayRead);
  if (isLoading) return <span data-loading />;
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
  const isManager = isOpen && held.has('workspace.delete');
  const { data, isLoading } = useWorkspaces(organization, isManager);
  const managed = data ?? [];
  const own = (me?.workspaces ?? []).filter(
    ({ id, organization_id: of, permissions }) =>
      of === organization && permissions.some((one) => one === permission) && managed.every((other) => other.id !== id),
  );
  const workspaces = [...managed, ...own].map(({ id, name }) => ({ id, name }));
  return { isOpen, isKnown: !isManager || data !== undefined, isLoading, workspaces };
}

type Places = ReturnType<typeof usePlaces>;

interface Asked {
  readonly organization?: number | undefined;
  readonly workspace?: number | undefined;
}

/** At first something new is put where the address says, if the person may put it there. */
export function placeAsked(homes: Me['organizations'], asked: Asked): Held {
  const home = homes.find(({ id }) => id === asked.organization);
  return { organization: (home ?? homes[0])?.id ?? 0, workspace: home === undefined ? null : (asked.workspace ?? null) };
}

/**
 * Where something new is put.
 * @param homes the organizations in which the person may, at least in a workspace
 */
export function useNewPlace(homes: Me['organizations'], permission: string, chosen: Held, choose: (place: Held) => void) {
  const places = usePlaces(chosen.organization, permission);
  const isAllowed = chosen.workspace === null ? places.isOpen : isAmong(places, chosen.workspace);
  const workspace = isAllowed ? chosen.workspace : places.isOpen ? null : (places.workspaces[0]?.id ?? null);
  return { homes, places, place: { ...chosen, workspace }, choose };
}

/** Until those are known that a manager may choose, the service decides. */
const isAmong = ({ isKnown, workspaces }: Places, workspace: number): boolean => !isKnown || workspaces.some(({ id }) => id === workspace);

export function NewPlaceFields({ homes, places, place, choose }: ReturnType<typeof useNewPlace>) {
  const t = useTexts(workspaceTexts);
  return (
    <>
      {homes.length > 1 && (
        <SelectField
          label={t.of}
          value={place.organization}
          onChange={({ target }) => choose({ organization: Number(target.value), workspace: null })}
        >
          {homes.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
      )}
      <PlaceField {...place} places={places} onChange={(workspace) => choose({ ...place, workspace })} />
    </>
  );
}

interface PlaceFieldProps extends ChoiceProps {
  readonly places: Pick<Places, 'isOpen' | 'isLoading' | 'workspaces'>;
  readonly error?: string | undefined;
}

/** Nothing where there is no choice. */
export function PlaceField({ places: { isOpen, isLoading, workspaces }, organization, workspace, onChange, error }: PlaceFieldProps) {
  const t = useTexts(workspaceTexts);
  if (isLoading) return <span data-loading />;
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
