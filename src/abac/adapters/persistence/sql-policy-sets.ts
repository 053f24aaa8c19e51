import { Injectable } from '@nestjs/common';
import type { PreparedStatement } from '../../../platform/database/typeorm-session.js';
import { TypeOrmSession } from '../../../platform/database/typeorm-session.js';
import { Notices } from '../../../platform/database/notices.js';
import { Logger } from '../../../platform/logging/logger.js';
import { PolicySets } from '../../application/ports/policy-sets.js';
import type { PolicyInForce, PolicySet } from '../../domain/policy-set.js';

/** One statement, so that epoch and policies are of one moment. */
const SET: PreparedStatement = {
  name: 'abac_set',
  text: `SELECT e.epoch, p.id, p.name, v.version, v.tree, v.state FROM abac_epochs e
           LEFT JOIN (abac_policy_versions v JOIN abac_policies p ON p.id = v.policy_id)
             ON v.organization_id = e.organization_id AND v.state IN ('shadow', 'active')
          WHERE e.organization_id = $1 ORDER BY p.id, v.version`,
};

/** Told as `<organization> <epoch>` when a publish is committed. */
const EPOCHS = 'abac_epochs';

interface Row extends PolicyInForce {
  readonly epoch: number;
  readonly state: 'shadow' | 'active' | null;
}

/** Raw: it is one set of two tables. */
@Injectable()
export class SqlPolicySets extends PolicySets {
  private watching: Promise<void> | undefined;

  constructor(
    private readonly session: TypeOrmSession,
    private readonly notices: Notices,
    private readonly logger: Logger,
  ) {
    super();
  }

  watch(published: (organizationId: number) => Promise<void>): Promise<void> {
    this.watching ??= this.notices.listen(EPOCHS, (payload) => {
      // A request will load it, or answer 503.
      published(Number(payload.split(' ')[0])).catch((err: unknown) =>
        this.logger.warn({ err, payload }, 'published policies could not be loaded yet'),
      );
    });
    return this.watching;
  }

  async load(organizationId: number): Promise<PolicySet | null> {
    const rows = await this.session.query<Row>(SET, [organizationId]);
    const [first] = rows;
    if (first === undefined) return null;
    const inState = (state: Row['state']): PolicyInForce[] =>
      rows.filter((row) => row.state === state).map(({ id, name, version, tree }) => ({ id, name, version, tree }));
    return { organizationId, epoch: first.epoch, active: inState('active'), shadow: inState('shadow') };
  }

  async advance(organizationId: number): Promise<number> {
    const [row] = await this.session.query<{ epoch: number }>(
      `INSERT INTO abac_epochs AS e (organization_id, epoch, is_deciding) VALUES ($1, 1, true)
       ON CONFLICT (organization_id) DO UPDATE SET epoch = e.epoch + 1 RETURNING epoch`,
      [organizationId],
    );
    if (row === undefined) throw new Error('The epoch was not advanced.');
    return row.epoch;
  }

  async bytesInForce(organizationId: number): Promise<number> {
    const [row] = await this.session.query<{ bytes: number }>(
      `SELECT coalesce(sum(octet_length(tree::text)), 0)::int AS bytes FROM abac_policy_versions
        WHERE organization_id = $1 AND state IN ('shadow', 'active')`,
      [organizationId],
    );
    return row?.bytes ?? 0;
  }

  async announce(organizationId: number, epoch: number): Promise<{ versions: number; bytes: number }> {
    const [row] = await this.session.query<{ versions: number; bytes: number }>(
      `WITH in_force AS (
         SELECT count(*)::int AS versions, coalesce(sum(octet_length(tree::text)), 0)::int AS bytes FROM abac_policy_versions
          WHERE organization_id = $1 AND state IN ('shadow', 'active')),
       told AS (SELECT pg_notify('${EPOCHS}', $1::int || ' ' || $2::int)),
       decided AS (UPDATE abac_epochs SET is_deciding = versions > 0 FROM in_force WHERE organization_id = $1)
       SELECT versions, bytes FROM in_force, told`,
      [organizationId, epoch],
    );
    if (row === undefined) throw new Error('The epoch was not announced.');
    return row;
  }
}
