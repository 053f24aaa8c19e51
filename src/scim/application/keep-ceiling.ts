import { Injectable } from '@nestjs/common';
import type { Held } from '../../shared/ports/access-control.js';
import type { Provisioner } from '../domain/provisioner.js';
import { AboveCeiling } from '../domain/scim.errors.js';
import { AskForApproval } from './ask-for-approval.js';
import { Ceilings, type Deed } from './ports/ceilings.js';

/** Everything that needs rights and is done with a token comes through here first. */
@Injectable()
export class KeepCeiling {
  constructor(
    private readonly ceilings: Ceilings,
    private readonly askForApproval: AskForApproval,
  ) {}

  /**
   * Joins the unit of work, which holds the organization, and comes before it changes anything of what is judged.
   * @returns what the people behind the token lend it @throws AboveCeiling
   */
  async execute(provisioner: Provisioner, deed: Deed): Promise<Held> {
    const { isAllowed, isApprovalNeeded, held } = await this.ceilings.judge(provisioner, deed);
    if (!isAllowed) throw new AboveCeiling();
    // Offboarding goes on, but the owners are to know that nothing else does.
    if (isApprovalNeeded) await this.askForApproval.execute(provisioner);
    return held;
  }
}
