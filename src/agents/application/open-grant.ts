import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import type { AccessKey } from '../domain/access-key.js';
import { MOST_AGENTS, TooManyAgents } from '../domain/agent.errors.js';
import { AccessKeys, type NewAccessKey } from './ports/access-keys.js';
import { AgentTokens, type NewCode } from './ports/agent-tokens.js';
import { ProveHolder } from './prove-holder.js';

type Asked = Pick<NewAccessKey, 'organizationId' | 'name' | 'scopes' | 'dataSourceIds' | 'createdAt' | 'expiresAt'> & {
  readonly clientId: string;
  readonly redirectHost: string;
  readonly refusedScopes: AccessKey['scopes'];
};

/** Makes a grant with the code that opens it. Until then it lasts as long as the code. Join the unit of work. */
@Injectable()
export class OpenGrant {
  constructor(
    private readonly proveHolder: ProveHolder,
    private readonly keys: AccessKeys,
    private readonly tokens: AgentTokens,
  ) {}

  /** @throws Unauthorized, NoKeyForEmergencies, KeysOfMembersOnly, TooManyAgents */
  async execute(
    { userId, ...caller }: Caller,
    asked: Asked,
    code: Omit<NewCode, 'keyId' | 'expiresAt'>,
  ): Promise<{ id: number; isFirst: boolean }> {
    const proof = await this.proveHolder.execute({ userId, ...caller }, asked.organizationId);
    const live = await this.keys.liveOf('agent', userId, asked.createdAt);
    if (live.length >= MOST_AGENTS) throw new TooManyAgents();
    const isFirst = !(await this.keys.hasUsedClient(userId, asked.clientId));
    const { id } = await this.keys.add({ ...asked, userId, hint: '', hash: null, proof });
    await this.tokens.addCode({ ...code, keyId: id, expiresAt: asked.expiresAt });
    return { id, isFirst };
  }
}
