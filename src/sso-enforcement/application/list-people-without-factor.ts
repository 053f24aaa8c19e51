import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import type { Page, PageRequest } from '../../shared/page.js';
import { AccessControl } from '../../shared/ports/access-control.js';
import { Clock } from '../../shared/ports/clock.js';
import type { PersonWithoutFactor } from '../domain/sign-in-requirements.js';
import { SignInRequirementsKept } from './ports/sign-in-requirements-kept.js';

@Injectable()
export class ListPeopleWithoutFactor {
  constructor(
    private readonly access: AccessControl,
    private readonly requirements: SignInRequirementsKept,
    private readonly clock: Clock,
  ) {}

  /** @throws Forbidden */
  async execute(caller: Caller, organizationId: number, request: PageRequest): Promise<Page<PersonWithoutFactor>> {
    await this.access.require(caller, 'member.security.read', { organizationId });
    return this.requirements.withoutFactor(organizationId, this.clock.now(), request);
  }
}
