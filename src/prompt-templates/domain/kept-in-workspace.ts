import { ValidationFailed } from '../../shared/domain-error.js';

/** What a workspace holds is not for other organizations. @throws ValidationFailed */
export function assertKept(workspaceId: number | null, isShared: boolean): void {
  if (workspaceId === null || !isShared) return;
  const message = 'Other organizations cannot see a template of a workspace. Move it to the organization first.';
  throw new ValidationFailed([{ field: 'workspace_id', message }]);
}
