import { Injectable } from '@nestjs/common';
import { ListHolders } from '../../organizations/application/list-holders.js';
import { NameOrganization } from '../../organizations/application/name-organization.js';
import type { Caller } from '../../shared/caller.js';
import { mailTo } from '../../shared/mail-to.js';
import { Mailer } from '../../shared/ports/mailer.js';
import { type SignInRequirements, requirementChangedMail } from '../domain/sign-in-requirements.js';

/** Mails every owner what an organization now requires of sessions. */
@Injectable()
export class TellOfRequirements {
  constructor(
    private readonly nameOrganization: NameOrganization,
    private readonly listHolders: ListHolders,
    private readonly mailer: Mailer,
  ) {}

  /** Joins the unit of work of the change. */
  async execute(caller: Caller, changed: SignInRequirements): Promise<void> {
    const { organizationId } = changed;
    const organization = await this.nameOrganization.execute(organizationId);
    const { subject, body } = requirementChangedMail(organization, caller.displayName ?? caller.username, changed);
    const owners = await this.listHolders.execute(organizationId, '*');
    const cause = { about: `organization:${organizationId}`, organizationId };
    await this.mailer.send(...owners.map((owner) => mailTo(owner, subject, body, cause)));
  }
}
