import type { HeadgateError } from '@headgate/client';
import type { UseQueryResult } from '@tanstack/react-query';
import { isHeldInWorkspaces } from '../../../src/shared/permission';
import { grantsInWorkspace } from '../../../src/shared/workspace-grants';
import { type Read, useRead } from './read';

export type Me = Read<'/api/v1/me'>;

export function useMeRead(): UseQueryResult<Me, HeadgateError> {
  return useRead('/api/v1/me', {});
}

/** Who is signed in, and what they may do where. While that is unknown, the frame of the pages says why. */
export function useMe(): Me | undefined {
  return useMeRead().data;
}

export const isSystemAdmin = (me: Me): boolean => me.permissions_everywhere.length > 0;

/** What a person may do in an organization, or with what one of its workspaces holds. */
export function permissionsIn(me: Me, organization: number | null, workspace: number | null = null): ReadonlySet<string> {
  const place = me.organizations.find(({ id }) => id === organization);
  const held = place?.permissions ?? [];
  const here = workspace === null || place === undefined || place.needs !== null ? held : heldInWorkspace(me, held, workspace);
  return new Set([...here, ...me.permissions_everywhere]);
}

type Held = Me['organizations'][number]['permissions'];

/** A workspace that the person sees without being a member of it is public, or they manage it. */
function grantsIn(me: Me, held: Held, workspace: number) {
  const own = me.workspaces.find(({ id }) => id === workspace)?.permissions;
  return own ?? grantsInWorkspace(held, { isPublic: true, permissions: null }) ?? [];
}

/** A role in a workspace opens nothing of the organization itself. */
const heldInWorkspace = (me: Me, held: Held, workspace: number): readonly string[] =>
  grantsIn(me, held, workspace).filter((one) => isHeldInWorkspaces(one) || held.some((other) => other === one));

/** What a person can give others in a workspace, or in the organization itself: their role there gives them all that it says. */
export function givableIn(me: Me, organization: number, workspace: number | null): ReadonlySet<string> {
  const held = me.organizations.find(({ id }) => id === organization)?.permissions ?? [];
  return new Set([...(workspace === null ? held : grantsIn(me, held, workspace)), ...me.permissions_everywhere]);
}

/** The organizations in which a person may do something, at least in one of their workspaces. */
export function placesOf(me: Me, permission: string): Me['organizations'] {
  const within = me.workspaces.filter(({ permissions }) => permissions.some((one) => one === permission));
  return me.organizations.filter(({ id }) => permissionsIn(me, id).has(permission) || within.some(({ organization_id: of }) => of === id));
}

/** Whether the person may do something there; nothing while it is unknown. */
export function usePermissions(organization: number | null, workspace: number | null = null): (permission: string) => boolean {
  const me = useMe();
  const permissions = me === undefined ? new Set() : permissionsIn(me, organization, workspace);
  return (permission) => permissions.has(permission);
}
