import { Injectable } from '@nestjs/common';
import { EndAccess } from '../../accounts/application/end-access.js';
import type { ProvisionedPerson } from '../../accounts/application/provision-account.js';
import { DismissMember } from '../../organizations/application/dismiss-member.js';
import type { AccountFacts, Standing } from '../domain/placement.js';
import { type Provisioner, byProvisioner } from '../domain/provisioner.js';
import type { Resource } from '../domain/resource.js';
import { KeepCeiling } from './keep-ceiling.js';
import { LockPerson } from './lock-person.js';
import { PlaceWaiting } from './place-waiting.js';
import { UserLinks } from './ports/user-links.js';
import { SaveUnlinkedUser } from './save-unlinked-user.js';

/** A user was given to another person: as if it had been deleted and created again under the same id. */
@Injectable()
export class ReplacePerson {
  constructor(
    private readonly keepCeiling: KeepCeiling,
    private readonly userLinks: UserLinks,
    private readonly dismissMember: DismissMember,
    private readonly endAccess: EndAccess,
    private readonly lockPerson: LockPerson,
    private readonly saveUnlinkedUser: SaveUnlinkedUser,
    private readonly placeWaiting: PlaceWaiting,
  ) {}

  /** Joins the unit of work, in which both accounts, the organization and the user are locked. @throws AboveCeiling, LastOwnerStays, NotUnique, ConcurrentChange */
  async execute(input: {
    provisioner: Provisioner;
    before: Resource;
    changed: Resource;
    person: ProvisionedPerson;
    member: AccountFacts & Standing;
  }): Promise<Resource> {
    const { provisioner, before, changed, person, member } = input;
    const { organizationId } = provisioner;
    const { id: userId, isKeptElsewhere } = member;
    await this.keepCeiling.execute(provisioner, { does: 'remove', member });
    await this.userLinks.part(organizationId, before.id, userId);
    await this.dismissMember.execute({ organizationId, userId, detail: byProvisioner(provisioner) });
    await this.endAccess.execute({ userId, organizationId, isKeptElsewhere });
    const place = await this.lockPerson.byAddressAtOnce(person, organizationId);
    const unlinked = { before: { ...before, userId: null }, changed: { ...changed, userId: null } };
    const saved = await this.saveUnlinkedUser.execute({ provisioner, ...unlinked, person, place });
    // If the address stays, it is the new person's.
    if (person.email?.key !== member.emailKey) await this.placeWaiting.execute(provisioner, userId);
    return { note: REPLACED, ...saved };
  }
}

const REPLACED =
  'The externalId, the name and the address are those of another person, so the user stands for a new one. The earlier ' +
  'person is no longer a member.';
