import { Injectable } from '@nestjs/common';
import type { ProvisionedPerson } from '../../accounts/application/provision-account.js';
import { FollowDisplayName } from '../../accounts/application/follow-display-name.js';
import { SteerAccount } from '../../accounts/application/steer-account.js';
import { personAfter } from '../domain/kept-attributes.js';
import { isSamePerson, personOf } from '../domain/person.js';
import type { AccountFacts, Standing } from '../domain/placement.js';
import { type Provisioner, byProvisioner } from '../domain/provisioner.js';
import { keysOf } from '../domain/resource-keys.js';
import type { Resource } from '../domain/resource.js';
import { FollowActive } from './follow-active.js';
import { KeepCeiling } from './keep-ceiling.js';
import { PlaceWaiting } from './place-waiting.js';
import { Resources } from './ports/resources.js';

interface LinkedUser {
  readonly provisioner: Provisioner;
  readonly before: Resource;
  readonly changed: Resource;
  readonly person: ProvisionedPerson;
  readonly member: AccountFacts & Standing;
}

/** Saves a user of the directory who has an account, which follows what the directory says. */
@Injectable()
export class SaveLinkedUser {
  constructor(
    private readonly steerAccount: SteerAccount,
    private readonly followDisplayName: FollowDisplayName,
    private readonly followActive: FollowActive,
    private readonly keepCeiling: KeepCeiling,
    private readonly placeWaiting: PlaceWaiting,
    private readonly resources: Resources,
  ) {}

  /** @throws NotUnique, LastOwnerStays, AboveCeiling */
  async execute({ provisioner, before, changed, person, member }: LinkedUser): Promise<Resource> {
    const { attributes } = changed;
    const facts = personAfter(before.attributes, attributes);
    await this.followActive.execute({ provisioner, member, isActive: facts.isActive });
    const known = personOf(before.attributes);
    const isSteered = person.password !== null || !isSamePerson(facts, known);
    // Leaving the name out decides nothing, as with access.
    if (facts.displayName !== null && facts.displayName !== known.displayName) await this.follow(provisioner, member, facts.displayName);
    const emailKey = isSteered ? await this.steer({ provisioner, person, member }) : member.emailKey;
    const saved = await this.resources.saveShown(changed, keysOf('User', attributes));
    if (emailKey !== member.emailKey) await this.placeWaiting.execute(provisioner, member.id);
    return saved;
  }

  private follow({ organizationId }: Provisioner, { id: userId }: AccountFacts, displayName: string): Promise<void> {
    return this.followDisplayName.execute({ userId, organizationId, displayName });
  }

  private async steer({ provisioner, person, member }: Pick<LinkedUser, 'provisioner' | 'person' | 'member'>): Promise<string | null> {
    const { permissions } = await this.keepCeiling.execute(provisioner, { does: 'change', member });
    const { organizationId } = provisioner;
    const detail = byProvisioner(provisioner);
    return this.steerAccount.execute({ userId: member.id, organizationId, person, reach: permissions, detail });
  }
}
