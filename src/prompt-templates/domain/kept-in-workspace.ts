import { type FieldError, ValidationFailed } from '../../shared/domain-error.js';

/** What a workspace holds is not for other organizations. @throws ValidationFailed */
export function assertKept(workspaceId: number | null, isShared: boolean): void {
  const problems = keptProblems(workspaceId, isShared);
  if (problems.length > 0) throw new ValidationFailed(problems);
}

export function keptProblems(workspaceId: number | null, isShared: boolean): FieldError[] {
  if (workspaceId === null || !isShared) return [];
  const message = 'Other organizations cannot see a template of a workspace. Move it to the organization first.';
  return [{ field: 'workspace_id', message, code: 'invalid' }];
}
