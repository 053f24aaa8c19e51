import { Injectable } from '@nestjs/common';
import { SsoRequired } from '../../shared/domain-error.js';
import { Clock } from '../../shared/ports/clock.js';
import { Enforcements } from './ports/enforcements.js';
import { SignOn } from './ports/sign-on.js';

@Injectable()
export class JudgeLoginName {
  constructor(
    private readonly enforcements: Enforcements,
    private readonly signOn: SignOn,
    private readonly clock: Clock,
  ) {}

  /**
   * For a name and password that lead nowhere. Where the name is an address of an organization that lets nobody in by password,
   * a wrong password must look like a right one, and an unknown address like a known one.
   * @returns `null` for every other name
   */
  async execute(login: string): Promise<SsoRequired | null> {
    const name = login.trim();
    const address = name.includes('@') ? await this.signOn.ofAddress(name) : null;
    if (address === null) return null;
    const isRequired = await this.enforcements.isRequiredOfAll(address.organizationId, this.clock.now());
    // Asked again by the organization, for the answer to the right password comes from there.
    return isRequired ? new SsoRequired(await this.signOn.addressFor(address.organizationId, name)) : null;
  }
}
