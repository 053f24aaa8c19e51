import { describe, expect, it } from '@jest/globals';
import type { Caller } from '../../shared/caller.js';
import { EditedMeanwhile } from '../../shared/domain-error.js';
import type { AuditTrail } from '../../shared/ports/audit-trail.js';
import type { UnitOfWork } from '../../shared/ports/unit-of-work.js';
import type { Workspace } from '../domain/workspace.js';
import { DeleteWorkspace } from './delete-workspace.js';
import type { EnterWorkspace } from './enter-workspace.js';
import type { Workspaces } from './ports/workspaces.js';

async function deleted(labels: { readonly judged: readonly string[]; readonly locked: readonly string[] }): Promise<number[]> {
  const removed: number[] = [];
  const workspace = { id: 3, organizationId: 1, name: 'Delta', version: 7 } as Workspace;
  const enter = { execute: async () => ({ workspace: { ...workspace, labels: labels.judged } }) } as unknown as EnterWorkspace;
  const workspaces = {
    lock: async () => ({ ...workspace, labels: labels.locked }),
    remove: async (id: number) => void removed.push(id),
  } as unknown as Workspaces;
  const unitOfWork = { run: (work: () => unknown) => work() } as unknown as UnitOfWork;
  const trail = { record: async () => undefined } as unknown as AuditTrail;
  const input = { caller: { userId: 1 } as Caller, workspaceId: 3, expectedVersion: null };
  await new DeleteWorkspace(enter, workspaces, unitOfWork, trail).execute(input);
  return removed;
}

describe('the deletion of a workspace', () => {
  it('is not made by what policies said of other labels', async () => {
    await expect(deleted({ judged: [], locked: ['protected'] })).rejects.toThrow(EditedMeanwhile);
    expect(await deleted({ judged: ['a', 'b'], locked: ['b', 'a'] })).toEqual([3]);
  });
});
