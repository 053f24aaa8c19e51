import { Injectable } from '@nestjs/common';
import { type DataSource, EnterDataSource } from '../../data-sources/application/enter-data-source.js';
import { ReadSchema, type SchemaPage } from '../../catalog/application/read-schema.js';
import type { Caller } from '../../shared/caller.js';
import { NotFound } from '../../shared/domain-error.js';
import { verbatim } from '../../shared/sentence.js';
import { jsonDigest } from '../../shared/json-digest.js';
import type { PageRequest } from '../../shared/page.js';
import { AccessControl } from '../../shared/ports/access-control.js';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import type { Principal } from '../domain/policy-request.js';
import { ChooseDataPolicies, type ChosenPolicy, type TriedPolicy } from './choose-data-policies.js';
import { ExplainRelations, type ExplainedRelation } from './explain-relations.js';
import { DecisionFacts } from './ports/decision-facts.js';
import { DecisionPoint } from './ports/decision-point.js';

export interface Preview {
  readonly member: Principal;
  readonly mayRunQueries: boolean;
  readonly policies: readonly ChosenPolicy[];
  readonly schema: SchemaPage;
  /** In the order of the relations of the page. */
  readonly explained: readonly ExplainedRelation[];
}

/** What another member would see of a data source, as far as the caller may know its schema themself. */
@Injectable()
export class PreviewAsMember {
  constructor(
    private readonly enterDataSource: EnterDataSource,
    private readonly access: AccessControl,
    private readonly facts: DecisionFacts,
    private readonly decisionPoint: DecisionPoint,
    private readonly chooseDataPolicies: ChooseDataPolicies,
    private readonly readSchema: ReadSchema,
    private readonly explainRelations: ExplainRelations,
    private readonly auditTrail: AuditTrail,
  ) {}

  /** @throws Forbidden, NotFound, SchemaNotDiscovered, SchemaNotFound, and what `ChooseDataPolicies` throws */
  async execute(input: {
    caller: Caller;
    dataSourceId: number;
    userId: number;
    tried: TriedPolicy;
    schemaName: string | null;
    search: string | null;
    request: PageRequest;
  }): Promise<Preview> {
    const { caller, dataSourceId, userId, tried } = input;
    const source = await this.enterDataSource.execute(caller, 'data_source.read', dataSourceId);
    const { organizationId } = source;
    await this.access.require(caller, 'abac.manage', { organizationId });
    // It tells attributes of the member, and what policies say.
    await this.access.require(caller, 'abac.read', { organizationId });
    const { members } = await this.facts.of(organizationId, { userIds: [userId], workspaceIds: [], dataSourceIds: [] });
    const [member] = members;
    if (member === undefined) throw new NotFound('Member');
    const policies = await this.chooseDataPolicies.execute(caller, source, member.principal, tried);
    const schema = await this.readSchema.execute(input);
    const applied = policies.filter(({ applies }) => applies);
    const { items } = schema.relations;
    const failed = policies.flatMap(({ id, name, failure }) =>
      failure === null ? [] : [{ kind: 'condition_failed' as const, policy: { id, name }, problems: [verbatim(failure)] }],
    );
    const explained =
      failed.length === 0
        ? await this.explainRelations.execute(source, items, applied, member.principal)
        : items.map((): ExplainedRelation => ({ restriction: 'refused', reasons: failed, columns: new Map() }));
    const mayRunQueries = await this.mayRunQueries(source, userId);
    await this.auditTrail.record({
      action: 'abac.data_policy.previewed',
      outcome: 'success',
      actorUserId: caller.userId,
      organizationId,
      target: { type: 'user', id: userId },
      detail: {
        data_source_id: dataSourceId,
        ...(tried.id !== null && { data_policy_id: tried.id }),
        ...(tried.content !== null && { sha256: jsonDigest(tried.content) }),
      },
    });
    return { member: member.principal, mayRunQueries, policies, schema, explained };
  }

  private async mayRunQueries({ id, organizationId }: DataSource, userId: number): Promise<boolean> {
    const subject = { type: 'user', id: String(userId), properties: {} };
    const resource = { type: 'data_source', id: String(id), properties: {} };
    const action = { name: 'query.run', properties: {} };
    const [decision] = await this.decisionPoint.decide(organizationId, [{ subject, action, resource, context: {} }]);
    return decision?.isAllowed === true;
  }
}
