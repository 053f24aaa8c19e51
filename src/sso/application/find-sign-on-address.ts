import { Injectable } from '@nestjs/common';
import { ServiceOrigin } from '../domain/service-origin.js';
import { OwnedDomains } from './ports/owned-domains.js';

@Injectable()
export class FindSignOnAddress {
  constructor(
    private readonly domains: OwnedDomains,
    private readonly origin: ServiceOrigin,
  ) {}

  async execute(input: {
    organizationId: number;
    email: string | null;
  }): Promise<{ connectionId: number; startUrl: string } | null> {
    const domain = input.email?.split('@').at(-1)?.toLowerCase() ?? null;
    const found = await this.domains.signOnAt(input.organizationId, domain);
    if (found === null) return null;
    const { connectionId } = found;
    return { connectionId, startUrl: `${this.origin.publicUrl}/api/auth/sso/${connectionId}/start` };
  }
}
