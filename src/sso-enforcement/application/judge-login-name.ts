import { Injectable } from '@nestjs/common';
import { FindSignOnByEmail } from '../../sso/application/find-sign-on-by-email.js';
import { FindSignOnOfOrganization } from '../../sso/application/find-sign-on-of-organization.js';
import { SsoRequired } from '../../shared/domain-error.js';
import { Clock } from '../../shared/ports/clock.js';
import { Enforcements } from './ports/enforcements.js';

@Injectable()
export class JudgeLoginName {
  constructor(
    private readonly enforcements: Enforcements,
    private readonly findSignOnByEmail: FindSignOnByEmail,
    private readonly findSignOnOfOrganization: FindSignOnOfOrganization,
    private readonly clock: Clock,
  ) {}

  /**
   * For an unknown name or a wrong password. When the name is an address of an organization that accepts no passwords,
   * a wrong password must look like a right one, and an unknown address like a known one.
   * @returns `null` for every other name
   */
  async execute(login: string): Promise<SsoRequired | null> {
    const name = login.trim();
    const address = name.includes('@') ? await this.findSignOnByEmail.execute(name) : null;
    if (address === null) return null;
    const isRequired = await this.enforcements.isRequiredOfAll(address.organizationId, this.clock.now());
    if (!isRequired) return null;
    // Asked again for the organization, because the answer to the right password comes from there.
    return new SsoRequired(await this.findSignOnOfOrganization.execute({ organizationId: address.organizationId, email: name }));
  }
}
