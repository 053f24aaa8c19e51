import { Injectable } from '@nestjs/common';
import { applyPatch } from '../../engines/scim-protocol/patch/apply-patch.js';
import type { Resource } from '../domain/resource.js';
import { ChangeUser, type UserChange } from './change-user.js';

/** PATCH: all of its operations or none (RFC 7644 section 3.5.2). */
@Injectable()
export class PatchUser {
  constructor(private readonly changeUser: ChangeUser) {}

  /**
   * @throws InvalidSyntax, InvalidValue, InvalidPath, NoTarget, NotMutable, NotFound, VersionMismatch, NotUnique, LastOwnerStays,
   * ConcurrentChange
   */
  async execute(input: UserChange & { body: unknown }): Promise<Resource> {
    const { id, body } = input;
    return this.changeUser.execute(input, ({ attributes }) => applyPatch('User', attributes, body, { id }));
  }
}
