import { Injectable } from '@nestjs/common';
import { DataPolicies, type KeptPlace } from '../../../statements/application/ports/data-policies.js';
import type { Caller } from '../../../shared/caller.js';
import { jsonDigest } from '../../../shared/json-digest.js';
import { DomainError } from '../../../shared/domain-error.js';
import { AccessControl } from '../../../shared/ports/access-control.js';
import { Clock } from '../../../shared/ports/clock.js';
import { CurrentDataPolicies, type InForce } from '../../application/current-data-policies.js';
import { LimitRelations } from '../../application/limit-relations.js';
import { PoliciesBehind } from '../../application/policies-behind.js';
import { NameHidden } from '../../application/name-hidden.js';
import { HashKeys } from '../../application/ports/hash-keys.js';
import { PolicyFacts } from '../../application/ports/policy-facts.js';
import { DataPoliciesFailed } from '../../domain/data-policy.errors.js';
import type { PolicyRequest } from '../../domain/policy-request.js';
import type { ColumnLimit } from '../../domain/relation-limits.js';
import { FailingConditions } from './failing-conditions.js';
import { contextOf } from './session-context.js';

type Asked = Parameters<DataPolicies['restrictionsOf']>;
type Restriction = NonNullable<Awaited<ReturnType<DataPolicies['restrictionsOf']>>>[number];
type Mask = NonNullable<Restriction['columns'][number]['mask']>;

/**
 * Holds for all who read data: also for system administrators who act for an organization, and for emergency accounts,
 * which are the way back into the organization, not to what it hides.
 */
@Injectable()
export class DataPoliciesOfOrganization extends DataPolicies {
  constructor(
    private readonly current: CurrentDataPolicies,
    private readonly limitRelations: LimitRelations,
    private readonly nameHidden: NameHidden,
    private readonly policiesBehind: PoliciesBehind,
    private readonly access: AccessControl,
    private readonly failing: FailingConditions,
    private readonly facts: PolicyFacts,
    private readonly hashKeys: HashKeys,
    private readonly clock: Clock,
  ) {
    super();
  }

  async restrictionsOf(...[caller, source, among]: Asked): Promise<readonly Restriction[] | null> {
    const { organizationId, id } = source;
    const asked = await this.askedBy(caller, { ...source, dataSourceId: id });
    if (asked === null) return null;
    const limits = await this.failing.watched(caller, organizationId, () =>
      this.limitRelations.execute(asked.inForce, id, asked.request, among),
    );
    if (limits === null) return null;
    return Promise.all(
      limits.map(async ({ schema, name, isDenied, rows, policies, columns }) => ({
        schema,
        name,
        isDenied,
        rows,
        policies,
        columns: await Promise.all(columns.map(async (column) => ({ ...column, mask: await this.maskOf(organizationId, column.mask) }))),
      })),
    );
  }

  async hiddenFrom(...[caller, place]: Parameters<DataPolicies['hiddenFrom']>): ReturnType<DataPolicies['hiddenFrom']> {
    const { organizationId, dataSourceId } = place;
    if (dataSourceId === null) return (await this.current.of(organizationId)) === null ? [] : ('all' as const);
    const asked = await this.askedBy(caller, place);
    if (asked === null) return [];
    return this.failing.watched(caller, organizationId, () => this.nameHidden.execute(asked.inForce, dataSourceId, asked.request));
  }

  async sightOf(...[caller, place]: Parameters<DataPolicies['sightOf']>): Promise<string | null> {
    const { organizationId, dataSourceId } = place;
    // Its policies were deleted with it.
    if (dataSourceId === null) return (await this.current.of(organizationId)) === null ? null : 'gone';
    const asked = await this.askedBy(caller, place);
    if (asked === null) return null;
    const { inForce, request } = asked;
    const limits = await this.failing.watched(caller, organizationId, () =>
      this.limitRelations.execute(inForce, dataSourceId, request, null),
    );
    // The epoch tells a policy that was disabled for a moment from one that was in force all the time.
    return limits && jsonDigest([inForce.epoch, limits]);
  }

  async behind(...[caller, source, words, isWhole]: Parameters<DataPolicies['behind']>): ReturnType<DataPolicies['behind']> {
    const { organizationId, id } = source;
    try {
      // Most organizations that refuse a statement have no data policy, and need not ask who may read them.
      if ((await this.current.of(organizationId, source.moment)) === null) return [];
      if (!(await this.access.where(caller, 'abac.read')).includes(organizationId)) return [];
      const asked = await this.askedBy(caller, { ...source, dataSourceId: id });
      return asked === null ? [] : await this.policiesBehind.execute(asked.inForce, id, asked.request, words, isWhole);
    } catch (error) {
      // The statement is refused all the same, for the reason that it has.
      if (error instanceof DomainError) return [];
      throw error;
    }
  }

  /** @returns `null` if no policy is about the data source @throws DataPoliciesFailed */
  private async askedBy(
    caller: Caller,
    { organizationId, dataSourceId, moment }: KeptPlace,
  ): Promise<{ inForce: InForce; request: PolicyRequest } | null> {
    const inForce = await this.current.of(organizationId, moment);
    if (inForce === null || dataSourceId === null) return null;
    if (inForce.active.every((policy) => policy.dataSourceId !== null && policy.dataSourceId !== dataSourceId)) return null;
    const { userId, deviceId } = caller;
    const asked = { userId, deviceId, organizationIds: [organizationId], workspaceId: null, dataSourceId };
    const [facts] = await this.facts.of(asked);
    if (facts === undefined || facts.labels === null) throw new DataPoliciesFailed();
    const request = {
      organizationId,
      epoch: inForce.epoch,
      allowedByRoles: true,
      isBreakGlass: false,
      principal: facts.principal,
      action: 'query.run' as const,
      resource: { type: 'DataSource' as const, id: dataSourceId, labels: facts.labels, workspaceId: facts.workspaceId },
      context: contextOf(caller, facts, this.clock.now()),
    };
    return { inForce, request };
  }

  private async maskOf(organizationId: number, limit: ColumnLimit | null): Promise<Mask | null> {
    return limit?.kind === 'hash' ? { kind: 'hash', key: await this.hashKeys.of(organizationId, limit.keyName) } : limit;
  }
}
