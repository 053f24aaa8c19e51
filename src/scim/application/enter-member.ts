import { Injectable } from '@nestjs/common';
import { LockAccount } from '../../accounts/application/lock-account.js';
import { LockOrganization } from '../../organizations/application/lock-organization.js';
import { Clock } from '../../shared/ports/clock.js';
import type { JsonObject } from '../../engines/scim-protocol/json.js';
import type { AccountFacts } from '../domain/placement.js';
import { keysOf } from '../domain/resource-keys.js';
import type { Resource } from '../domain/resource.js';
import { ApplyMapping } from './apply-mapping.js';
import { Resources } from './ports/resources.js';
import { UserLinks } from './ports/user-links.js';

/**
 * Every member is a user of the directory: the one that awaits them, or one of their own, so that a client that is connected later finds
 * the users that were there before.
 */
@Injectable()
export class EnterMember {
  constructor(
    private readonly lockAccount: LockAccount,
    private readonly lockOrganization: LockOrganization,
    private readonly resources: Resources,
    private readonly userLinks: UserLinks,
    private readonly applyMapping: ApplyMapping,
    private readonly clock: Clock,
  ) {}

  /** Joins the unit of work in which they became a member. A person who is already a user stays that user. @throws NotUnique */
  async execute(input: { organizationId: number; userId: number }): Promise<void> {
    const { organizationId, userId } = input;
    if ((await this.resources.findByAccount(organizationId, userId)) !== null) return;
    const account = await this.lockAccount.execute(userId);
    if (account === null) return;
    await this.lockOrganization.execute(organizationId, 'shared');
    const awaiting = await this.userLinks.lockAwaiting(organizationId, account.emailKey);
    if (awaiting === null) return this.infer(organizationId, account);
    // They are let in by hand, so they are active, even if the directory said otherwise while it waited for them.
    const attributes = { ...awaiting.attributes, active: true };
    const version = awaiting.version + 1;
    const linked = { ...awaiting, userId, attributes, version, lastModifiedAt: this.clock.now() };
    await this.resources.save(linked, keysOf('User', attributes));
    await this.userLinks.await(organizationId, awaiting.id, null);
    await this.applyMapping.execute({ organizationId, resourceIds: [awaiting.id] });
  }

  /**
   * The account has another address. The users that no client knows yet get it, so that nobody takes its next holder for this person.
   * Joins the unit of work, in which the account is locked.
   */
  async follow(userId: number): Promise<void> {
    const account = await this.lockAccount.execute(userId);
    if (account === null) return;
    for (const resource of await this.userLinks.lockInferred(userId)) {
      const { organizationId } = resource;
      const attributes = { ...resource.attributes, ...(await this.namesOf(organizationId, account)) };
      // Not another version: a second one says that a client knows the user. `ChangeUser` reads such a user behind the lock.
      await this.resources.save({ ...resource, attributes, lastModifiedAt: this.clock.now() }, keysOf('User', attributes));
    }
  }

  private async namesOf(organizationId: number, account: AccountFacts): Promise<JsonObject> {
    const emails = [{ value: account.email, type: 'work', primary: true }];
    return { userName: await this.freeNameOf(organizationId, account), displayName: account.username, emails };
  }

  private async infer(organizationId: number, account: AccountFacts): Promise<void> {
    const now = this.clock.now();
    const attributes: JsonObject = { ...(await this.namesOf(organizationId, account)), active: true };
    const resource: Resource = {
      id: crypto.randomUUID(),
      organizationId,
      type: 'User',
      userId: account.id,
      attributes,
      version: 1,
      createdAt: now,
      lastModifiedAt: now,
    };
    await this.userLinks.addInferred(resource, keysOf('User', attributes));
  }

  /** The address, which is what directories look people up by; if a user has taken that as a name, another one. */
  private async freeNameOf(organizationId: number, { id, email, username }: AccountFacts): Promise<string> {
    for (const name of [email, username]) if (!(await this.resources.isNameTaken(organizationId, 'User', name))) return name;
    return `${username}#${id}`;
  }
}
