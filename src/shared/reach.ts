/** What a person may do an act with, by what opens it. What stays closed is not in it: that may be far more. */
interface Open {
  /** Organizations whose roles open it in all their workspaces. */
  readonly whole: readonly number[];
  /** Workspaces, other than of those, in which the person may do it. */
  readonly workspaceIds: readonly number[];
  /** Ids of what access policies refuse all the same. */
  readonly refused: readonly number[];
}

/** Things that an organization or one of its workspaces holds. */
export interface Reach extends Open {
  readonly kind: 'data_source' | 'prompt_template';
  /** Further organizations: only what they hold themselves, without their workspaces. */
  readonly own: readonly number[];
  /** Those that have the workspaces: an index finds things by both. */
  readonly workspacesOf: readonly number[];
}

/** Workspaces, to be seen. */
export interface ReachOfWorkspaces extends Open {
  readonly kind: 'workspace';
  /** Organizations whose public workspaces are among them. */
  readonly publicOf: readonly number[];
}

export function isWorkspaceInReach(
  { whole, workspaceIds, publicOf, refused }: ReachOfWorkspaces,
  workspace: { readonly id: number; readonly organizationId: number; readonly isPublic: boolean },
): boolean {
  const { id, organizationId, isPublic } = workspace;
  const isOpen = whole.includes(organizationId) || workspaceIds.includes(id) || (isPublic && publicOf.includes(organizationId));
  return isOpen && !refused.includes(id);
}
