import { Injectable } from '@nestjs/common';
import type { ProvisionedPerson } from '../../accounts/application/provision-account.js';
import { RevokeInvitationsAt } from '../../invitations/application/revoke-invitations-at.js';
import { namesOf } from '../domain/leaver.js';
import { isSamePerson, personOf } from '../domain/person.js';
import type { PersonPlace } from '../domain/placement.js';
import { type Provisioner, byProvisioner } from '../domain/provisioner.js';
import { noteOfPlacement } from '../domain/provisioning-event.js';
import { keysOf } from '../domain/resource-keys.js';
import type { Resource } from '../domain/resource.js';
import { ApplyMapping } from './apply-mapping.js';
import { PlaceUser } from './place-user.js';
import { Resources } from './ports/resources.js';
import { UserLinks } from './ports/user-links.js';

/** Saves a user who has no account, and finds them one when their address has changed or they have become active. */
@Injectable()
export class SaveUnlinkedUser {
  constructor(
    private readonly placeUser: PlaceUser,
    private readonly revokeInvitationsAt: RevokeInvitationsAt,
    private readonly resources: Resources,
    private readonly userLinks: UserLinks,
    private readonly applyMapping: ApplyMapping,
  ) {}

  /** Joins the unit of work, in which the account of the address, the group mapping and the user are locked. */
  async execute(input: {
    provisioner: Provisioner;
    before: Resource;
    changed: Resource;
    person: ProvisionedPerson;
    place: PersonPlace;
  }): Promise<Resource> {
    const { provisioner, before, changed, person } = input;
    const { organizationId, id } = changed;
    const [were, are] = [personOf(before.attributes), personOf(changed.attributes)];
    const { isActive } = are;
    const emailKey = person.email?.key ?? null;
    const awaited = await this.userLinks.awaitedBy(organizationId, id);
    // Addresses that were unset some time ago leave the one in force that the person was invited at.
    const isMoved = emailKey !== awaited && (awaited === null || !isSamePerson(were, are));
    if (awaited !== null && (isMoved || !isActive))
      await this.revokeInvitationsAt.execute({
        organizationId,
        emailKey: awaited,
        detail: byProvisioner(provisioner),
      });
    const keys = keysOf('User', changed.attributes);
    if (!isMoved && (were.isActive || !isActive)) return this.resources.saveShown(changed, keys);
    const warrant = await this.applyMapping.warrant(provisioner, [id]);
    const { place, heldBy } = await this.freed(input.place, organizationId);
    const placed = await this.placeUser.execute({ provisioner, person, names: namesOf(keys), place, isActive });
    const { userId, isSuccessor } = placed;
    const saved = await this.resources.saveShown({ ...changed, userId }, keys);
    await this.userLinks.await(organizationId, id, place.placement === 'invite' ? emailKey : null);
    const holder = heldBy === null ? null : place.account;
    await this.userLinks.waitFor(organizationId, id, holder && { userId: holder.id, tokenId: provisioner.tokenId });
    if (userId !== null) await this.applyMapping.execute({ organizationId, resourceIds: [id], warrant });
    return { ...saved, ...noteOfPlacement({ heldBy, isSuccessor }) };
  }

  /** A member has one user: a user that we made gives way, one that a client sent does not. @returns `heldBy`: the latter */
  private async freed(place: PersonPlace, organizationId: number): Promise<{ place: PersonPlace; heldBy: string | null }> {
    const nobody = { place, heldBy: null };
    if (place.placement !== 'link' || place.account === null) return nobody;
    const own = await this.userLinks.lockOfAccount(organizationId, place.account.id);
    if (own === null) return nobody;
    if (own.isClaimed) return { place: { ...place, placement: 'none' }, heldBy: own.resource.id };
    await this.resources.remove(organizationId, own.resource.id);
    return nobody;
  }
}
