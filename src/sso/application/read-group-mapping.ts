import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import { type GroupMappingOfConnection, UNMAPPED } from '../domain/claimed-groups.js';
import { EnterConnection } from './enter-connection.js';
import { JudgeGroupMapping } from './judge-group-mapping.js';
import { ConnectionGroupMappings } from './ports/connection-group-mappings.js';

@Injectable()
export class ReadGroupMapping {
  constructor(
    private readonly enterConnection: EnterConnection,
    private readonly mappings: ConnectionGroupMappings,
    private readonly judgeGroupMapping: JudgeGroupMapping,
  ) {}

  /** @returns with whether it gives more than the responsible person may still give, or nobody is responsible @throws NotFound, Forbidden */
  async execute(
    caller: Caller,
    connectionId: number,
  ): Promise<{ readonly settings: GroupMappingOfConnection; readonly isWithheld: boolean }> {
    const { connection } = await this.enterConnection.execute(caller, 'sso.read', connectionId);
    const settings = (await this.mappings.find(connectionId)) ?? UNMAPPED;
    const mayGive = await this.judgeGroupMapping.execute(connection.organizationId, settings, settings.mappings);
    return { settings, isWithheld: !mayGive || (settings.version > 0 && settings.responsibleId === null) };
  }
}
