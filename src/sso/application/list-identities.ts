import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import { NotFound } from '../../shared/domain-error.js';
import type { Page, PageRequest } from '../../shared/page.js';
import { AccessControl } from '../../shared/ports/access-control.js';
import { Connections } from './ports/connections.js';
import { Identities, type IdentityRow } from './ports/identities.js';

@Injectable()
export class ListIdentities {
  constructor(
    private readonly connections: Connections,
    private readonly identities: Identities,
    private readonly accessControl: AccessControl,
  ) {}

  /** Who comes through a connection, the most recently linked first. @throws NotFound, Forbidden */
  async execute(input: { caller: Caller; connectionId: number; page: PageRequest }): Promise<Page<IdentityRow>> {
    const { caller, connectionId, page } = input;
    const connection = await this.connections.find(connectionId);
    if (connection === null) throw new NotFound('Connection');
    const { organizationId } = connection;
    await this.accessControl.require(caller, 'sso.read', { organizationId }, 'Connection');
    return this.identities.pageOf(organizationId, connectionId, page);
  }
}
