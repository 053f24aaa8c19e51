import { Injectable } from '@nestjs/common';
import { FindSignOnByEmail } from './find-sign-on-by-email.js';
import { SignOnRequirement } from './ports/sign-on-requirement.js';

/** How people with an address of this domain sign on. The same work for every address. */
@Injectable()
export class DescribeSignOn {
  constructor(
    private readonly findSignOn: FindSignOnByEmail,
    private readonly signOnRequirement: SignOnRequirement,
  ) {}

  /** `isRequired` is about the organization, never about a person. */
  async execute(email: string): Promise<{ connectionId: number; startUrl: string; isRequired: boolean } | null> {
    const found = await this.findSignOn.execute(email);
    const isRequired = await this.signOnRequirement.isRequiredAt(found?.organizationId ?? null);
    return found && { connectionId: found.connectionId, startUrl: found.startUrl, isRequired };
  }
}
