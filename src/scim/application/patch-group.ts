import { Injectable } from '@nestjs/common';
import { applyPatch } from '../../engines/scim-protocol/patch/apply-patch.js';
import type { Provisioner } from '../domain/provisioner.js';
import type { Resource } from '../domain/resource.js';
import { ChangeGroup } from './change-group.js';

@Injectable()
export class PatchGroup {
  constructor(private readonly changeGroup: ChangeGroup) {}

  /**
   * @param input.body a PatchOp message, as it was sent @param input.expectedVersion `null` for any
   * @throws NotFound, VersionMismatch, NotUnique, and what the message may be refused with
   */
  execute(input: { provisioner: Provisioner; id: string; body: unknown; expectedVersion: number | null }): Promise<Resource> {
    const { body, ...rest } = input;
    return this.changeGroup.execute({
      ...rest,
      change: (group) => {
        const { attributes, members, changed } = applyPatch('Group', group.attributes, body, { id: group.id });
        return { attributes: changed ? attributes : null, members };
      },
    });
  }
}
