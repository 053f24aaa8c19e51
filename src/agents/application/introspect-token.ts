import { Injectable } from '@nestjs/common';
import type { Permission } from '../../shared/permission.js';
import { AccessControl } from '../../shared/ports/access-control.js';
import { type KeyScope, neededFor } from '../domain/access-key.js';
import { AuthenticateKey, type KeyHolder } from './authenticate-key.js';
import type { IdentifiedClient } from './identify-client.js';

export interface IntrospectedToken {
  readonly userId: number;
  readonly username: string;
  readonly clientId: string;
  readonly organizationId: number;
  readonly scopes: readonly string[];
  readonly expiresAt: Date;
}

/**
 * Whether an access token is good at this moment (RFC 7662), for servers that an organization has registered: about its own grants. What
 * would be refused at the endpoint is not good: by required single sign-on, a second factor that is owed, roles or access policies.
 */
@Injectable()
export class IntrospectToken {
  constructor(
    private readonly authenticateKey: AuthenticateKey,
    private readonly access: AccessControl,
  ) {}

  /** @returns `null` for a token that is not, or that is none of the caller's organization @throws Unavailable */
  async execute(client: IdentifiedClient, text: string): Promise<IntrospectedToken | null> {
    if (client.organizationId === null) return null;
    const found = await this.authenticateKey.ofToken(text);
    if (found === null) return null;
    const { organizationId, userId, clientId } = found.key;
    if (organizationId !== client.organizationId || clientId === null) return null;
    const scopes = await this.usable(found);
    if (scopes.length === 0) return null;
    return { userId, username: found.caller.username, clientId, organizationId, scopes, expiresAt: found.tokenExpiresAt };
  }

  private async usable({ caller, key: { organizationId, scopes } }: KeyHolder): Promise<readonly KeyScope[]> {
    const refused: Permission[] = [];
    for (const permission of neededFor(scopes))
      if (!(await this.access.whereMember(caller, permission)).includes(organizationId)) refused.push(permission);
    return scopes.filter((scope) => !neededFor([scope]).some((permission) => refused.includes(permission)));
  }
}
