import { Injectable } from '@nestjs/common';
import type { AssertedIdentity } from '../domain/asserted-identity.js';
import type { Connection } from '../domain/connection.js';
import { type CompanyAtIssuer, companyAt } from '../domain/shared-issuer.js';
import { SsoFailed } from '../domain/sso.errors.js';
import { Attempts } from './ports/attempts.js';
import { OwnedDomains } from './ports/domain-names.js';
import { IdentityProvider, type ProtocolMemory, type ProviderResponse } from './ports/identity-provider.js';

/**
 * Has the answer of a provider checked, and makes sure that it counts once. Runs outside any unit of work: it may ask
 * the provider.
 */
@Injectable()
export class IdentifyPerson {
  constructor(
    private readonly provider: IdentityProvider,
    private readonly attempts: Attempts,
    private readonly domains: OwnedDomains,
  ) {}

  /** @returns a refusal as a value */
  async execute(
    connection: Connection | SsoFailed,
    memory: ProtocolMemory,
    response: ProviderResponse,
  ): Promise<AssertedIdentity | SsoFailed> {
    if (connection instanceof SsoFailed) return connection;
    try {
      const identity = await this.vouched(connection, await this.provider.identify(connection, memory, response));
      const { assertion } = identity;
      if (assertion === null || (await this.attempts.rememberAssertion(connection.id, assertion))) return identity;
      return new SsoFailed('RESPONSE_REPLAYED', 'This answer of the identity provider was already used. Log in again.');
    } catch (error) {
      if (error instanceof SsoFailed) return error;
      throw error;
    }
  }

  /** An issuer of many companies answers for an address only where it names the organization by a domain that is the organization's. */
  private async vouched(connection: Connection, identity: AssertedIdentity): Promise<AssertedIdentity> {
    const company: CompanyAtIssuer = connection.type === 'oidc' ? companyAt(connection.issuer, identity.claims) : { isShared: false };
    if (!company.isShared || !identity.isEmailVerified) return identity;
    const isOurs = company.domain !== null && (await this.domains.standingOf(connection.organizationId, company.domain)) === 'verified';
    return { ...identity, isEmailVerified: isOurs };
  }
}
