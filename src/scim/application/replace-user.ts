import { Injectable } from '@nestjs/common';
import { readResource } from '../../engines/scim-protocol/read-resource.js';
import type { Resource } from '../domain/resource.js';
import { ChangeUser, type UserChange } from './change-user.js';

/** PUT: what is not sent is gone (RFC 7644 section 3.5.1). */
@Injectable()
export class ReplaceUser {
  constructor(private readonly changeUser: ChangeUser) {}

  /** @throws InvalidSyntax, InvalidValue, NotFound, VersionMismatch, NotUnique, LastOwnerStays, ConcurrentChange */
  async execute(input: UserChange & { body: unknown }): Promise<Resource> {
    const incoming = readResource('User', input.body);
    return this.changeUser.execute(input, () => incoming);
  }
}
