import { Injectable } from '@nestjs/common';
import { ProvisionAccount } from '../../accounts/application/provision-account.js';
import { Clock } from '../../shared/ports/clock.js';
import { namesOf } from '../domain/leaver.js';
import { personOf } from '../domain/person.js';
import type { Provisioner } from '../domain/provisioner.js';
import { keysOf } from '../domain/resource-keys.js';
import type { Resource } from '../domain/resource.js';
import { AboveCeiling } from '../../engines/scim-protocol/scim.errors.js';
import { ApplyMapping } from './apply-mapping.js';
import { AskForApproval } from './ask-for-approval.js';
import { LockPerson } from './lock-person.js';
import { PlaceUser } from './place-user.js';
import { Resources } from './ports/resources.js';
import { UserLinks } from './ports/user-links.js';
import { RunProvisioning } from './run-provisioning.js';

/** Two users may have one address: a new person and the one whom a directory keeps for a while, or a person and their second account. */
@Injectable()
export class PlaceWaiting {
  constructor(
    private readonly provisionAccount: ProvisionAccount,
    private readonly lockPerson: LockPerson,
    private readonly placeUser: PlaceUser,
    private readonly applyMapping: ApplyMapping,
    private readonly askForApproval: AskForApproval,
    private readonly resources: Resources,
    private readonly userLinks: UserLinks,
    private readonly runProvisioning: RunProvisioning,
    private readonly clock: Clock,
  ) {}

  /**
   * Places the first who waits for the address of an account. Joins the unit of work that frees it, in which the account and the organization
   * are locked. A token that may not let them in leaves them waiting, and the owners are asked: what frees the address is not refused for it.
   * @throws ConcurrentChange when another account has the address now, and somebody else has locked it
   */
  async execute(provisioner: Provisioner, holderId: number): Promise<void> {
    const { organizationId } = provisioner;
    const waiting = await this.userLinks.lockWaiting(organizationId, holderId);
    if (waiting === null) return;
    try {
      await this.place(provisioner, waiting.resource, holderId);
    } catch (error) {
      // Thrown before anything was written.
      if (!(error instanceof AboveCeiling)) throw error;
      await this.askForApproval.execute(provisioner);
    }
  }

  private async place(provisioner: Provisioner, resource: Resource, holderId: number): Promise<void> {
    const { organizationId, id, attributes } = resource;
    const { username, displayName, addresses, isActive } = personOf(attributes);
    const person = await this.provisionAccount.prepare({ organizationId, username, displayName, addresses, password: null });
    const place = await this.lockPerson.byAddressAtOnce(person, organizationId);
    // Another user has got the address.
    if (place.placement === 'link') return;
    const keys = keysOf('User', attributes);
    const warrant = await this.applyMapping.warrant(provisioner, [id]);
    const { userId } = await this.placeUser.execute({ provisioner, person, names: namesOf(keys), place, isActive });
    const version = resource.version + 1;
    await this.resources.save({ ...resource, userId, version, lastModifiedAt: this.clock.now() }, keys);
    await this.userLinks.waitFor(organizationId, id, null);
    if (place.placement === 'invite') await this.userLinks.await(organizationId, id, person.email?.key ?? null);
    if (userId !== null) {
      await this.userLinks.passOn(organizationId, holderId, userId);
      await this.applyMapping.execute({ organizationId, resourceIds: [id], warrant });
    }
    const attempt = { provisioner, type: 'User', done: 'updated', id } as const;
    await this.runProvisioning.succeeded(attempt, id, { active: isActive, address_became_free: true });
  }
}
