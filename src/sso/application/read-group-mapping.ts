import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import { type GroupSettings, NO_GROUPS } from '../domain/claimed-groups.js';
import { DecideClaims } from './decide-claims.js';
import { EnterConnection } from './enter-connection.js';
import { ClaimMappings } from './ports/claim-mappings.js';

@Injectable()
export class ReadGroupMapping {
  constructor(
    private readonly enterConnection: EnterConnection,
    private readonly mappings: ClaimMappings,
    private readonly decideClaims: DecideClaims,
  ) {}

  /** @returns with whether the person who answers for it may still give all of it @throws NotFound, Forbidden */
  async execute(caller: Caller, connectionId: number): Promise<{ readonly settings: GroupSettings; readonly isWithheld: boolean }> {
    const { connection } = await this.enterConnection.execute(caller, 'sso.read', connectionId);
    const settings = (await this.mappings.find(connectionId)) ?? NO_GROUPS;
    return { settings, isWithheld: !(await this.decideClaims.mayGive(connection.organizationId, settings, settings.mappings)) };
  }
}
