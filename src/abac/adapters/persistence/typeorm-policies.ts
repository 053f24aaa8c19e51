import { Injectable } from '@nestjs/common';
import { Not } from 'typeorm';
import { isUniqueViolation } from '../../../platform/database/database-errors.js';
import { ofCaller } from '../../../platform/database/of-caller.js';
import { refuseTwin } from '../../../platform/database/name-twins.js';
import { TypeOrmSession } from '../../../platform/database/typeorm-session.js';
import type { Caller } from '../../../shared/caller.js';
import { type NewVersion, Policies, type TextOfPolicy, type VersionMove } from '../../application/ports/policies.js';
import { PolicyNameTaken } from '../../domain/policy.errors.js';
import { type Policy, type PolicyVersion, statusOf } from '../../domain/policy.js';
import { policySchema, policyVersionSchema } from './schemas.js';

const OWN = ofCaller({ organization: 'p.organization_id', user: '$2', isAdmin: '$3' });
/**
 * Raw: what is told of a policy stands in four tables. The last match is looked up at the end of an index, and kept in the policy when its
 * decision is purged, or once an hour where a decision is not found under the policy: a column that every decision wrote would make all
 * requests that a policy refuses wait for its one row.
 */
const POLICY = `SELECT p.id, p.organization_id AS "organizationId", p.name, p.description, p.status, p.version, p.revision,
    p.updated_at AS "updatedAt",
    coalesce((SELECT v.effect FROM abac_policy_versions v WHERE v.policy_id = p.id AND v.state = 'active'),
             (SELECT v.effect FROM abac_policy_versions v WHERE v.policy_id = p.id AND v.version = p.version)) AS effect,
    greatest((SELECT d.decided_at FROM abac_decision_policies m JOIN abac_decisions d ON d.id = m.decision_id
               WHERE m.policy_id = p.id ORDER BY m.decision_id DESC LIMIT 1), p.last_purged_match_at) AS "lastMatchedAt"
  FROM abac_policies p`;
/** Raw: a version is written in the statement that decides whether it may be written. */
const VERSION = `(policy_id, version, organization_id, text, tree, effect, actions, sha256, examples, state, author_id, created_at)`;

@Injectable()
export class TypeOrmPolicies extends Policies {
  private readonly policies;
  private readonly kept;

  constructor(private readonly session: TypeOrmSession) {
    super();
    this.policies = session.repository(policySchema);
    this.kept = session.repository(policyVersionSchema);
  }

  ofOrganizations(organizationIds: readonly number[] | null): Promise<Policy[]> {
    return this.session.query<Policy & object>(`${POLICY} WHERE $1::int[] IS NULL OR p.organization_id = ANY ($1) ORDER BY p.id`, [
      organizationIds,
    ]);
  }

  textsOf(policyIds: readonly number[]): Promise<readonly TextOfPolicy[]> {
    // Raw: joins the policies, whose versions are named by columns of both.
    return this.session.query<TextOfPolicy & object>(
      `SELECT v.policy_id AS "policyId", v.version, v.state, v.tree, v.organization_id AS "organizationId"
         FROM abac_policy_versions v JOIN abac_policies p ON p.id = v.policy_id
        WHERE p.id = ANY ($1) AND p.status <> 'archived' AND (v.state IN ('shadow', 'active') OR v.version = p.version)
        ORDER BY v.policy_id, v.version`,
      [policyIds],
    );
  }

  async findFor({ userId, isSystemAdmin }: Caller, id: number): Promise<Policy | null> {
    const [policy] = await this.session.query<Policy & object>(`${POLICY} WHERE p.id = $1 AND ${OWN}`, [...[id, userId, isSystemAdmin]]);
    return policy ?? null;
  }

  async add(policy: Pick<Policy, 'organizationId' | 'name' | 'description'>, first: NewVersion): Promise<Policy> {
    await refuseTwin(this.session, 'abac_policies', { ...policy, id: null }, () => new PolicyNameTaken());
    try {
      const [added] = await this.session.query<{ id: number }>(
        `WITH made AS (
           INSERT INTO abac_policies (organization_id, name, description, status, version, revision, created_at, updated_at)
           VALUES ($1, $2, $3, 'draft', 1, 1, $4, $4) RETURNING id),
         first AS (
           INSERT INTO abac_policy_versions ${VERSION}
           SELECT id, 1, $1, $5, $6::jsonb, $7, $8, $9, $10::jsonb, 'draft', $11, $4 FROM made)
         SELECT id FROM made`,
        [policy.organizationId, policy.name, policy.description, first.createdAt, ...valuesOf(first)],
      );
      if (added === undefined) throw new Error('The policy was not inserted.');
      return await this.read(added.id);
    } catch (error) {
      if (isUniqueViolation(error)) throw new PolicyNameTaken();
      throw error;
    }
  }

  async addVersion({ id, organizationId }: Policy, revision: number, version: NewVersion): Promise<Policy | null> {
    const changed = await this.session.query(
      `WITH changed AS (
         UPDATE abac_policies SET version = version + 1, revision = revision + 1, updated_at = $4
          WHERE id = $1 AND revision = $2 AND status <> 'archived' RETURNING id, version),
       added AS (
         INSERT INTO abac_policy_versions ${VERSION}
         SELECT id, version, $3::int, $5, $6::jsonb, $7, $8, $9, $10::jsonb, 'draft', $11, $4 FROM changed)
       SELECT id FROM changed`,
      [id, revision, organizationId, version.createdAt, ...valuesOf(version)],
    );
    return changed.length === 0 ? null : this.read(id);
  }

  versions(policyId: number): Promise<readonly PolicyVersion[]> {
    return this.kept.find({ where: { policyId }, order: { version: 'DESC' } });
  }

  version(policyId: number, version: number): Promise<PolicyVersion | null> {
    return this.kept.findOneBy({ policyId, version });
  }

  async move(policyId: number, revision: number, { version, to, by, at }: VersionMove): Promise<Policy | null> {
    if (!(await this.touch(policyId, revision, at))) return null;
    // Before another one becomes it: there is only one.
    if (to === 'active') await this.kept.update({ policyId, state: 'active' }, { state: 'disabled' });
    const published = to === 'disabled' ? {} : { publishedBy: by, publishedAt: at };
    await this.kept.update({ policyId, version }, { state: to, ...published });
    const states = await this.kept.find({
      select: { policyId: true, version: true, state: true },
      where: { policyId },
    });
    await this.policies.update({ id: policyId }, { status: statusOf(states.map(({ state }) => state)) });
    return this.read(policyId);
  }

  async archive(policyId: number, revision: number, at: Date): Promise<Policy | null> {
    if (!(await this.touch(policyId, revision, at))) return null;
    await this.policies.update({ id: policyId }, { status: 'archived' });
    return this.read(policyId);
  }

  private async read(id: number): Promise<Policy> {
    const [policy] = await this.session.query<Policy & object>(`${POLICY} WHERE p.id = $1`, [id]);
    if (policy === undefined) throw new Error('The policy is gone.');
    return policy;
  }

  /** Locks the row too. @returns whether it was at that revision, and not archived */
  private async touch(policyId: number, revision: number, at: Date): Promise<boolean> {
    const { affected } = await this.policies.update(
      { id: policyId, revision, status: Not('archived') },
      { revision: () => 'revision + 1', updatedAt: at },
    );
    return affected === 1;
  }
}

function valuesOf({ text, tree, effect, actions, sha256, examples, authorId }: NewVersion): unknown[] {
  return [text, JSON.stringify(tree), effect, actions, sha256, JSON.stringify(examples), authorId];
}
