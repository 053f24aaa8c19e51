import { Injectable } from '@nestjs/common';
import { ProvisionAccount, type ProvisionedPerson } from '../../accounts/application/provision-account.js';
import { ConcurrentChange, NotFound } from '../../shared/domain-error.js';
import { Clock } from '../../shared/ports/clock.js';
import { type JsonObject, sameJson, valueIn } from '../../engines/scim-protocol/json.js';
import { personAfter, withKeptAccess } from '../domain/kept-attributes.js';
import { knownAttributes } from '../../engines/scim-protocol/known-attributes.js';
import { isAnotherPerson, namesOf } from '../domain/leaver.js';
import { type PersonFacts, addressOf, isSamePerson, personOf } from '../domain/person.js';
import type { AccountFacts, PersonPlace, Standing } from '../domain/placement.js';
import { noteOf, noteOfAddress } from '../domain/provisioning-event.js';
import type { Provisioner } from '../domain/provisioner.js';
import { keysOf } from '../domain/resource-keys.js';
import { assertVersion, type Resource } from '../domain/resource.js';
import { changesWhatPoliciesSee } from '../domain/seen-by-policies.js';
import { KeepCeiling } from './keep-ceiling.js';
import { LockPerson } from './lock-person.js';
import { ReplacePerson } from './replace-person.js';
import { Resources } from './ports/resources.js';
import { RunProvisioning } from './run-provisioning.js';
import { SaveLinkedUser } from './save-linked-user.js';
import { SaveUnlinkedUser } from './save-unlinked-user.js';

/** What a PUT or PATCH says of a user. */
export interface WrittenUser {
  readonly attributes: JsonObject;
  readonly password: string | null;
}

interface ChangedUser extends WrittenUser {
  readonly person: PersonFacts;
  readonly isChanged: boolean;
}

export interface UserChange {
  readonly provisioner: Provisioner;
  readonly id: string;
  /** The version in `If-Match`; `null` for any. */
  readonly expectedVersion: number | null;
}

/**
 * What PUT and PATCH share. The account is locked first, then the user; what is written is worked out behind both locks. A user with an
 * account is read once: nobody else changes them behind the lock of the account, and if somebody did before it, nothing is saved. A user
 * that follows the address of its account is read again, because it keeps its version then.
 */
@Injectable()
export class ChangeUser {
  constructor(
    private readonly provisionAccount: ProvisionAccount,
    private readonly lockPerson: LockPerson,
    private readonly saveLinkedUser: SaveLinkedUser,
    private readonly saveUnlinkedUser: SaveUnlinkedUser,
    private readonly keepCeiling: KeepCeiling,
    private readonly resources: Resources,
    private readonly runProvisioning: RunProvisioning,
    private readonly replacePerson: ReplacePerson,
    private readonly clock: Clock,
  ) {}

  /** @param write pure: it is asked more than once @throws NotFound, VersionMismatch, NotUnique, LastOwnerStays, AboveCeiling, ConcurrentChange */
  execute(input: UserChange, write: (resource: Resource) => WrittenUser): Promise<Resource> {
    const { provisioner, id, expectedVersion } = input;
    const { organizationId } = provisioner;
    const attempt = { provisioner, type: 'User', done: 'updated', id } as const;
    return this.runProvisioning.execute(
      attempt,
      async (isRepeated) => {
        const before = found(await this.resources.find(organizationId, 'User', id));
        const written = changed(before, write(before));
        const { username, displayName, addresses } = written.person;
        const { password } = written;
        const person = await this.provisionAccount.prepare({ organizationId, username, displayName, addresses, password });
        const given = isGiven(before, written);
        const isAsExpected = expectedVersion === null || expectedVersion === before.version;
        const isReadOnce = !isRepeated && before.userId !== null && !given && written.isChanged && isAsExpected && !isFollowing(before);
        return { before, written, person, isGiven: given, isReadOnce };
      },
      async ({ before, written, person, isGiven: wasGiven, isReadOnce }) => {
        const locked = await this.lock(before, person, wasGiven);
        const resource = isReadOnce ? before : found(await this.resources.lock(organizationId, 'User', id));
        if (resource.userId !== before.userId) throw new ConcurrentChange();
        assertVersion(resource, expectedVersion);
        const after = isReadOnce ? written : changed(resource, write(resource));
        if (!after.isChanged) return resource;
        // The password was judged, and the account locked, for another person.
        if (!isSamePerson(after.person, written.person) || isGiven(resource, after) !== wasGiven) throw new ConcurrentChange();
        const saved = await this.write({ provisioner, resource, after, person, locked });
        await this.runProvisioning.succeeded(attempt, id, { active: after.person.isActive });
        return { ...noteOf(person.password), ...noteOfMove(resource, after, person), ...saved };
      },
    );
  }

  private async lock(before: Resource, person: ProvisionedPerson, wasGiven: boolean): Promise<LockedPerson> {
    const { organizationId, userId } = before;
    if (userId !== null) {
      const successorKey = wasGiven ? (person.email?.key ?? null) : null;
      return { member: await this.lockPerson.byAccount(userId, organizationId, person, successorKey), place: null };
    }
    return { member: null, place: await this.lockPerson.byAddress(person, organizationId) };
  }

  private async write(input: {
    provisioner: Provisioner;
    resource: Resource;
    after: ChangedUser;
    person: ProvisionedPerson;
    locked: LockedPerson;
  }): Promise<Resource> {
    const { provisioner, resource, after, person, locked } = input;
    const { attributes } = after;
    if (changesWhatPoliciesSee(resource.attributes, attributes))
      await this.keepCeiling.execute(provisioner, { does: 'describe', roleIds: [] });
    const changed = { ...resource, attributes, version: resource.version + 1, lastModifiedAt: this.clock.now() };
    if (locked.place !== null)
      return this.saveUnlinkedUser.execute({ provisioner, before: resource, changed, person, place: locked.place });
    if (isGiven(resource, changed))
      return this.replacePerson.execute({ provisioner, before: resource, changed, person, member: locked.member });
    return this.saveLinkedUser.execute({ provisioner, before: resource, changed, person, member: locked.member });
  }
}

type LockedPerson =
  | { readonly member: AccountFacts & Standing; readonly place: null }
  | { readonly member: null; readonly place: PersonPlace };

function changed({ attributes: before }: Resource, { attributes, password }: WrittenUser): ChangedUser {
  const after = withKeptAccess(before, attributes);
  const isChanged = password !== null || !sameJson(after, knownAttributes('User', before));
  return { attributes: after, password, person: personAfter(before, after), isChanged };
}

function noteOfMove(before: Resource, after: ChangedUser, { email }: ProvisionedPerson): { readonly note?: string } {
  if (isSamePerson(after.person, personOf(before.attributes))) return {};
  return noteOfAddress(after.attributes, { email, hasAccount: before.userId !== null });
}

/** Whether it is another person's now. */
function isGiven(before: Resource, after: Pick<Resource, 'attributes'>): boolean {
  if (valueIn(before.attributes, 'externalId') === valueIn(after.attributes, 'externalId')) return false;
  const [was, is] = [namesOf(keysOf('User', before.attributes)), namesOf(keysOf('User', after.attributes))];
  return isAnotherPerson(was, is, addressOf(before.attributes) !== addressOf(after.attributes));
}

/** Whether no client has written it yet: see `EnterMember.follow`. */
function isFollowing({ isInferred, version }: Resource): boolean {
  return isInferred === true && version === 1;
}

function found(resource: Resource | null): Resource {
  if (resource === null) throw new NotFound('User');
  return resource;
}
