import { Injectable } from '@nestjs/common';
import { applyPatch } from '../domain/patch/apply-patch.js';
import type { Resource } from '../domain/resource.js';
import { ChangeUser, type UserChange } from './change-user.js';

@Injectable()
export class PatchUser {
  constructor(private readonly changeUser: ChangeUser) {}

  /** @param input.body a PatchOp message, as it was sent @throws what the message may be refused with, and as ReplaceUser */
  async execute(input: UserChange & { body: unknown }): Promise<Resource> {
    return this.changeUser.execute(input, (resource) =>
      applyPatch('User', resource.attributes, input.body, { id: resource.id }),
    );
  }
}
