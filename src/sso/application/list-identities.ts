import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import type { Page, PageRequest } from '../../shared/page.js';
import { EnterConnection } from './enter-connection.js';
import { Identities, type IdentityRow } from './ports/identities.js';

@Injectable()
export class ListIdentities {
  constructor(
    private readonly enterConnection: EnterConnection,
    private readonly identities: Identities,
  ) {}

  /** The people who come through a connection, the most recently linked first. @throws NotFound, Forbidden */
  async execute(input: { caller: Caller; connectionId: number; page: PageRequest }): Promise<Page<IdentityRow>> {
    const { caller, connectionId, page } = input;
    const { connection } = await this.enterConnection.execute(caller, 'sso.read', connectionId);
    return this.identities.pageOf(connection.organizationId, connectionId, page);
  }
}
