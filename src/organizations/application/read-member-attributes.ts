import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import { NotFound } from '../../shared/domain-error.js';
import { AccessControl } from '../../shared/ports/access-control.js';
import { type MemberAttributes, NO_ATTRIBUTES } from '../domain/member-attributes.js';
import { AttributesOfMembers } from './ports/attributes-of-members.js';
import { Members } from './ports/members.js';

@Injectable()
export class ReadMemberAttributes {
  constructor(
    private readonly access: AccessControl,
    private readonly members: Members,
    private readonly attributes: AttributesOfMembers,
  ) {}

  /** @throws Forbidden, NotFound */
  async execute(caller: Caller, organizationId: number, userId: number): Promise<MemberAttributes> {
    await this.access.require(caller, 'abac.read', { organizationId });
    if ((await this.members.find(organizationId, userId)) === null) throw new NotFound('Member');
    return (await this.attributes.find(organizationId, userId)) ?? NO_ATTRIBUTES;
  }
}
