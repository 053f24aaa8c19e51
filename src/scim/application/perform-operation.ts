import { Injectable } from '@nestjs/common';
import type { BulkOperation } from '../../engines/scim-protocol/bulk/bulk-request.js';
import type { Provisioner } from '../domain/provisioner.js';
import type { Resource } from '../domain/resource.js';
import { versionAskedFor } from '../../engines/scim-protocol/version-tag.js';
import { CreateGroup } from './create-group.js';
import { CreateUser } from './create-user.js';
import { DeleteGroup } from './delete-group.js';
import { DeleteUser } from './delete-user.js';
import { PatchGroup } from './patch-group.js';
import { PatchUser } from './patch-user.js';
import { ReplaceGroup } from './replace-group.js';
import { ReplaceUser } from './replace-user.js';

/** An operation of a bulk request does what a request of its own would have done. */
@Injectable()
export class PerformOperation {
  constructor(
    private readonly createUser: CreateUser,
    private readonly replaceUser: ReplaceUser,
    private readonly patchUser: PatchUser,
    private readonly deleteUser: DeleteUser,
    private readonly createGroup: CreateGroup,
    private readonly replaceGroup: ReplaceGroup,
    private readonly patchGroup: PatchGroup,
    private readonly deleteGroup: DeleteGroup,
  ) {}

  /** @returns the resource as it is afterwards; `null` after a deletion @throws what the use cases throw */
  async execute(input: { provisioner: Provisioner; operation: BulkOperation }): Promise<Resource | null> {
    const { provisioner, operation } = input;
    const { method, data: body, target, version } = operation;
    const isUser = operation.type === 'User';
    const change = {
      provisioner,
      id: target ?? '',
      expectedVersion: version === null ? null : versionAskedFor(version),
    };
    switch (method) {
      case 'POST':
        return (isUser ? this.createUser : this.createGroup).execute({ provisioner, body });
      case 'PUT':
        return (isUser ? this.replaceUser : this.replaceGroup).execute({ ...change, body });
      case 'PATCH':
        return (isUser ? this.patchUser : this.patchGroup).execute({ ...change, body });
      case 'DELETE':
        await (isUser ? this.deleteUser : this.deleteGroup).execute(change);
        return null;
    }
  }
}
