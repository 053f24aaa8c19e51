import { Injectable } from '@nestjs/common';
import { ListHolders } from '../../organizations/application/list-holders.js';
import { jsonDigest } from '../../shared/json-digest.js';
import { mailTo } from '../../shared/mail-to.js';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import { Clock } from '../../shared/ports/clock.js';
import { Mailer } from '../../shared/ports/mailer.js';
import type { RenamedThing } from '../../shared/ports/name-followers.js';
import { cedarTextOf, conditionIn } from '../domain/data-policy.js';
import { exampleNaming } from '../domain/example.js';
import { goneMail, goneNames } from '../domain/gone-name.js';
import { DataPoliciesKept } from './ports/data-policies-kept.js';
import { NamesInForce } from './ports/names-in-force.js';
import { type NamingDataPolicy, type NamingVersion, PoliciesByName } from './ports/policies-by-name.js';
import { PolicyChecks, type RenamedText } from './ports/policy-checks.js';
import { PolicySets } from './ports/policy-sets.js';

const ATTRIBUTES = { role: 'roles', group: 'groups' } as const;

/** A policy is about a role or a group, not about its name: people read its current name, and evaluation uses it. */
@Injectable()
export class FollowRenames {
  constructor(
    private readonly policies: PoliciesByName,
    private readonly names: NamesInForce,
    private readonly checks: PolicyChecks,
    private readonly sets: PolicySets,
    private readonly kept: DataPoliciesKept,
    private readonly listHolders: ListHolders,
    private readonly mailer: Mailer,
    private readonly auditTrail: AuditTrail,
    private readonly clock: Clock,
  ) {}

  /** In the unit of work that renames or deletes it. @throws Unavailable */
  async execute(thing: RenamedThing): Promise<void> {
    const { organizationId, from } = thing;
    if (from === thing.to) return;
    // A policy that is being written now is either saved before this and found, or saved after it with a warning that the name is gone.
    await this.names.lock(organizationId);
    const { versions, dataPolicies } = await this.policies.naming(organizationId, from);
    if (versions.length + dataPolicies.length === 0) return;
    const names = thing.to === null ? goneNames(thing) : { met: thing.to, unmet: thing.to };
    const texts = [
      ...versions.map(({ text, effect }) => ({ text, restricts: effect === 'forbid' })),
      ...dataPolicies.map(({ appliesWhen }) => ({ text: cedarTextOf(appliesWhen), restricts: true })),
    ];
    const of = `principal.${ATTRIBUTES[thing.kind]}`;
    const renamed = await this.checks.renamed(organizationId, texts, { of, from, ...names });
    const ofData = renamed.slice(versions.length);
    const rewritten = await this.rewriteVersions(thing, versions, renamed, names.met);
    const data = await this.rewriteDataPolicies(organizationId, dataPolicies, ofData);
    if (rewritten.length + data.length === 0) return;
    if (thing.to === null && thing.kind === 'group' && renamed.some((text) => text?.keeps === true))
      await this.policies.keepMembers(organizationId, String(thing.id), names.met);
    await this.tell(thing, rewritten, data);
  }

  private async rewriteVersions(
    thing: RenamedThing,
    versions: readonly NamingVersion[],
    renamed: readonly (RenamedText | null)[],
    name: string,
  ): Promise<readonly NamingVersion[]> {
    const found = versions.flatMap((version, index) => ({ version, now: renamed[index] ?? null }));
    const changed = found.flatMap(({ version, now }) => (now === null ? [] : [{ version, now }]));
    const decides = changed.some(({ version: { state } }) => state === 'active' || state === 'shadow');
    const epoch = decides ? await this.sets.advance(thing.organizationId) : null;
    for (const { version, now } of changed) {
      const { text, tree } = now;
      const examples = version.examples.map((one) => exampleNaming(one, ATTRIBUTES[thing.kind], thing.from, name));
      const sha256 = jsonDigest({ text, tree, examples });
      await this.policies.rewriteVersion({ ...version, text, tree, examples, sha256 }, this.clock.now());
    }
    if (epoch !== null) await this.sets.announce(thing.organizationId, epoch);
    return changed.map(({ version }) => version);
  }

  private async rewriteDataPolicies(
    organizationId: number,
    policies: readonly NamingDataPolicy[],
    renamed: readonly (RenamedText | null)[],
  ): Promise<readonly NamingDataPolicy[]> {
    const changed = policies.filter((_, index) => renamed[index] !== null);
    if (changed.some(({ status }) => status === 'active')) await this.kept.advance(organizationId);
    for (const [index, { id }] of policies.entries()) {
      const now = renamed[index] ?? null;
      if (now !== null) await this.policies.rewriteDataPolicy(id, conditionIn(now.text), now.tree, this.clock.now());
    }
    return changed;
  }

  private async tell(thing: RenamedThing, versions: readonly NamingVersion[], dataPolicies: readonly NamingDataPolicy[]): Promise<void> {
    const { organizationId, kind, id, from, to, actorUserId } = thing;
    const target = { type: kind === 'role' ? kind : 'scim_group', id };
    const event = { outcome: 'success', actorUserId, organizationId, target } as const;
    await this.auditTrail.record({
      ...event,
      action: to === null ? 'abac.name_gone' : 'abac.name_followed',
      detail: {
        from,
        to,
        policies: versions.map(({ policyId, version }) => `${policyId} version ${version}`),
        data_policies: dataPolicies.map((policy) => String(policy.id)),
      },
    });
    if (to !== null) return;
    const inForce = [
      ...versions.filter(({ state }) => state === 'active' || state === 'shadow'),
      ...dataPolicies.filter(({ status }) => status === 'active'),
    ];
    if (inForce.length === 0) return;
    const { subject, body } = goneMail(thing, [...new Set(inForce.map(({ name }) => name))]);
    const owners = await this.listHolders.execute(organizationId, '*');
    const cause = { about: `${target.type}:${id}`, organizationId };
    await this.mailer.send(...owners.map((owner) => mailTo(owner, subject, body, cause)));
  }
}
