import { permissionsIn, useMe } from '../../session/me';
import { useWorkspaces } from '../../ui/workspace';

/** What each scope lends; scopes that the person could not lend are not offered. */
export const SCOPES = [
  { scope: 'schema.read', needs: ['data_source.read'] },
  { scope: 'query.run', needs: ['query.run'] },
  { scope: 'ask', needs: ['query.run', 'data_source.read'] },
  { scope: 'template.read', needs: ['template.read'] },
  { scope: 'template.execute', needs: ['template.execute', 'data_source.read'] },
] as const;

export type Scope = (typeof SCOPES)[number]['scope'];

/** What the person may do in the organization, or in one of its workspaces at least. */
export function usePermissionsWithin(organization: number): ReadonlySet<string> {
  const me = useMe();
  const own = me?.workspaces.filter(({ organization_id: of }) => of === organization) ?? [];
  const held = (places: readonly { readonly id: number | null }[]): ReadonlySet<string> =>
    new Set(me === undefined ? [] : places.flatMap(({ id }) => [...permissionsIn(me, organization, id)]));
  const byRoles = held([{ id: null }, ...own]);
  // Public ones too, which only the list of those that they see tells.
  const { data: seen = [] } = useWorkspaces(organization, byRoles.has('workspace.read'));
  return new Set([...byRoles, ...held(seen)]);
}
