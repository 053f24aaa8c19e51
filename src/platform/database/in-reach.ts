import type { Reach, ReachOfWorkspaces } from '../../shared/reach.js';

/** Adds a value to those of the statement. @returns its parameter */
export type Given = (value: unknown) => string;

/**
 * Whether a row is in reach. SQL over a table with `id`, `organization_id` and `workspace_id`. Each part that has nothing is left out, so
 * that an index serves each of the others: the rows that are not in reach are not looked at, however many they are.
 */
export function inReach(table: string, { whole, own, workspacesOf, workspaceIds, refused }: Reach, given: Given): string {
  const isOf = (organizationIds: readonly number[]): string => `${table}.organization_id = ANY (${given(organizationIds)}::int[])`;
  const parts = [
    ...(whole.length > 0 ? [isOf(whole)] : []),
    ...(own.length > 0 ? [`(${isOf(own)} AND ${table}.workspace_id IS NULL)`] : []),
    ...(workspaceIds.length > 0 ? [`(${isOf(workspacesOf)} AND ${table}.workspace_id = ANY (${given(workspaceIds)}::int[]))`] : []),
  ];
  return butFor(table, parts, refused, given);
}

/** The same over `workspaces`. */
export function workspaceInReach(table: string, { whole, workspaceIds, publicOf, refused }: ReachOfWorkspaces, given: Given): string {
  const isOf = (organizationIds: readonly number[]): string => `${table}.organization_id = ANY (${given(organizationIds)}::int[])`;
  const parts = [
    ...(whole.length > 0 ? [isOf(whole)] : []),
    ...(workspaceIds.length > 0 ? [`${table}.id = ANY (${given(workspaceIds)}::int[])`] : []),
    ...(publicOf.length > 0 ? [`(${isOf(publicOf)} AND ${table}.allow_public_access)`] : []),
  ];
  return butFor(table, parts, refused, given);
}

function butFor(table: string, parts: readonly string[], refused: readonly number[], given: Given): string {
  const open = parts.length === 0 ? 'false' : `(${parts.join(' OR ')})`;
  return refused.length === 0 ? open : `(${open} AND NOT ${table}.id = ANY (${given(refused)}::int[]))`;
}
