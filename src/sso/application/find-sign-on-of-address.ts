import { Injectable } from '@nestjs/common';
import { ServiceOrigin } from '../domain/service-origin.js';
import { OwnedDomains } from './ports/owned-domains.js';

@Injectable()
export class FindSignOnOfAddress {
  constructor(
    private readonly domains: OwnedDomains,
    private readonly origin: ServiceOrigin,
  ) {}

  async execute(email: string): Promise<{ organizationId: number; connectionId: number; startUrl: string } | null> {
    const found = await this.domains.signOnOf(email.split('@').at(-1)?.toLowerCase() ?? '');
    return found && { ...found, startUrl: `${this.origin.publicUrl}/api/auth/sso/${found.connectionId}/start` };
  }
}
