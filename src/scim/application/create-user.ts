import { Injectable } from '@nestjs/common';
import { ProvisionAccount, type ProvisionedPerson } from '../../accounts/application/provision-account.js';
import { Clock } from '../../shared/ports/clock.js';
import type { JsonObject } from '../../engines/scim-protocol/json.js';
import { namesOf } from '../domain/leaver.js';
import { type PersonFacts, personOf } from '../domain/person.js';
import { noteOf, noteOfAddress, noteOfPlacement } from '../domain/provisioning-event.js';
import type { Provisioner } from '../domain/provisioner.js';
import { readResource } from '../../engines/scim-protocol/read-resource.js';
import { keysOf } from '../domain/resource-keys.js';
import type { Resource } from '../domain/resource.js';
import { NotUnique } from '../../engines/scim-protocol/scim.errors.js';
import { changesWhatPoliciesSee } from '../domain/seen-by-policies.js';
import { KeepCeiling } from './keep-ceiling.js';
import { LockPerson } from './lock-person.js';
import { PlaceUser } from './place-user.js';
import { Resources } from './ports/resources.js';
import { UserLinks } from './ports/user-links.js';
import { RunProvisioning } from './run-provisioning.js';

interface NewUser {
  readonly attributes: JsonObject;
  readonly facts: PersonFacts;
  readonly person: ProvisionedPerson;
}

/** A user is made no matter who has the address, and the answer never tells. */
@Injectable()
export class CreateUser {
  constructor(
    private readonly provisionAccount: ProvisionAccount,
    private readonly lockPerson: LockPerson,
    private readonly placeUser: PlaceUser,
    private readonly keepCeiling: KeepCeiling,
    private readonly resources: Resources,
    private readonly userLinks: UserLinks,
    private readonly runProvisioning: RunProvisioning,
    private readonly clock: Clock,
  ) {}

  /** @throws InvalidSyntax, InvalidValue, NotUnique, LastOwnerStays, AboveCeiling, ConcurrentChange */
  execute(input: { provisioner: Provisioner; body: unknown }): Promise<Resource> {
    const { provisioner } = input;
    const { organizationId } = provisioner;
    const attempt = { provisioner, type: 'User', done: 'created', id: null } as const;
    const prepare = async (): Promise<NewUser> => {
      const { attributes: sent, password } = readResource('User', input.body);
      const attributes = { active: true, ...sent };
      const facts = personOf(attributes);
      const { username, displayName, addresses } = facts;
      const person = await this.provisionAccount.prepare({ organizationId, username, displayName, addresses, password });
      return { attributes, facts, person };
    };
    return this.runProvisioning.execute(attempt, prepare, async (user) => {
      const resource = await this.create(provisioner, user);
      await this.runProvisioning.succeeded(attempt, resource.id, { active: user.facts.isActive });
      const { attributes, person } = user;
      return { ...noteOf(person.password), ...noteOfAddress(attributes, { email: person.email, hasAccount: false }), ...resource };
    });
  }

  private async create(provisioner: Provisioner, { attributes, facts, person }: NewUser): Promise<Resource> {
    const { organizationId } = provisioner;
    const { isActive } = facts;
    const keys = keysOf('User', attributes);
    const now = this.clock.now();
    const place = await this.lockPerson.byAddress(person, organizationId);
    const { account } = place;
    const own = place.placement === 'link' && account !== null ? await this.userLinks.lockOfAccount(organizationId, account.id) : null;
    const before = own?.isClaimed === false ? own.resource.attributes : {};
    if (changesWhatPoliciesSee(before, attributes)) await this.keepCeiling.execute(provisioner, { does: 'describe', roleIds: [] });
    if (own?.isClaimed === false) {
      // The client should find it and change it, as with every name that is taken.
      if (keysOf('User', own.resource.attributes).nameKey === keys.nameKey)
        throw new NotUnique('Another user has this userName. Choose another one.');
      await this.placeUser.execute({ provisioner, person, names: namesOf(keys), place, isActive });
      const version = own.resource.version + 1;
      const taken: Resource = { ...own.resource, attributes, version, lastModifiedAt: now };
      await this.resources.save(taken, keys);
      return taken;
    }
    // Two users for one person: the account goes on with the one that a client sent first.
    const { userId, isSuccessor } =
      own === null
        ? await this.placeUser.execute({ provisioner, person, names: namesOf(keys), place, isActive })
        : { userId: null, isSuccessor: false };
    const made: Resource = {
      id: crypto.randomUUID(),
      organizationId,
      type: 'User',
      userId,
      attributes,
      version: 1,
      createdAt: now,
      lastModifiedAt: now,
    };
    await this.resources.add(made, keys);
    if (place.placement === 'invite' && person.email !== null) await this.userLinks.await(organizationId, made.id, person.email.key);
    if (own !== null && account !== null)
      await this.userLinks.waitFor(organizationId, made.id, { userId: account.id, tokenId: provisioner.tokenId });
    return { ...made, ...noteOfPlacement({ heldBy: own?.resource.id ?? null, isSuccessor }) };
  }
}
