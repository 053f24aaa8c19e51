import { Module } from '@nestjs/common';
import { Config } from '../platform/config/config.js';
import { handled, scheduled } from '../platform/jobs/job-providers.js';
import { DataPoliciesOfOrganization } from './adapters/answers/data-policies-of-organization.js';
import { FailingConditions } from './adapters/answers/failing-conditions.js';
import { PoliciesOfSources } from './adapters/answers/policies-of-sources.js';
import { PoliciesOfNames } from './adapters/answers/policies-of-names.js';
import { TagsOfColumns } from './adapters/answers/tags-of-columns.js';
import { PoliciesOfAccess } from './adapters/answers/policies-of-access.js';
import { CedarConditions } from './adapters/cedar/cedar-conditions.js';
import { CedarEngine } from './adapters/cedar/cedar-engine.js';
import { OrganizationDecisions } from './adapters/cedar/organization-decisions.js';
import { PolicyThreads } from './adapters/cedar/policy-threads.js';
import { AuthzenController } from './adapters/http/authzen.controller.js';
import { DerivedHashKeys } from './adapters/crypto/derived-hash-keys.js';
import { ColumnTagsController } from './adapters/http/column-tags.controller.js';
import { DataPoliciesController } from './adapters/http/data-policies.controller.js';
import { DecisionsController } from './adapters/http/decisions.controller.js';
import { PoliciesController } from './adapters/http/policies.controller.js';
import { SqlDecisionFacts } from './adapters/persistence/sql-decision-facts.js';
import { SqlPolicyFacts } from './adapters/persistence/sql-policy-facts.js';
import { PreviewController } from './adapters/http/preview.controller.js';
import { PolicySchemaController } from './adapters/http/policy-schema.controller.js';
import { PolicyVersionsController } from './adapters/http/policy-versions.controller.js';
import { SqlColumnTags } from './adapters/persistence/sql-column-tags.js';
import { SqlDataPolicies } from './adapters/persistence/sql-data-policies.js';
import { SqlDecisions } from './adapters/persistence/sql-decisions.js';
import { SqlPolicySets } from './adapters/persistence/sql-policy-sets.js';
import { TypeOrmPolicies } from './adapters/persistence/typeorm-policies.js';
import { AddVersion } from './application/add-version.js';
import { ArchivePolicy } from './application/archive-policy.js';
import { CheckContent } from './application/check-content.js';
import { CreatePolicy } from './application/create-policy.js';
import { CurrentSets } from './application/current-sets.js';
import { Decide } from './application/decide.js';
import { DisableAllPolicies } from './application/disable-all-policies.js';
import { EnterDecisions } from './application/enter-decisions.js';
import { EnterPolicy } from './application/enter-policy.js';
import { EvaluateAccess } from './application/evaluate-access.js';
import { ExplainDecision } from './application/explain-decision.js';
import { ForecastKeptOut } from './application/forecast-kept-out.js';
import { JudgePublication } from './application/judge-publication.js';
import { ListDecisions } from './application/list-decisions.js';
import { ListPolicies } from './application/list-policies.js';
import { ListVersions } from './application/list-versions.js';
import { MoveVersion } from './application/move-version.js';
import { DecisionFacts } from './application/ports/decision-facts.js';
import { DecisionPoint } from './application/ports/decision-point.js';
import { ChangeDataPolicy } from './application/change-data-policy.js';
import { ChangeVersionState } from './application/change-version-state.js';
import { ChangeColumnTag } from './application/change-column-tag.js';
import { ListColumnTags } from './application/list-column-tags.js';
import { PoliciesToReview } from './application/ports/policies-to-review.js';
import { SqlPoliciesToReview } from './adapters/persistence/sql-policies-to-review.js';
import { ReviewPolicies } from './application/review-policies.js';
import { ReviewRelation } from './application/review-relation.js';
import { SuggestTags } from './application/suggest-tags.js';
import { ColumnTags } from './application/ports/column-tags.js';
import { CheckDataPolicy } from './application/check-data-policy.js';
import { ChooseDataPolicies } from './application/choose-data-policies.js';
import { CreateDataPolicy } from './application/create-data-policy.js';
import { CurrentDataPolicies } from './application/current-data-policies.js';
import { DeleteDataPolicy } from './application/delete-data-policy.js';
import { EnterDataPolicy } from './application/enter-data-policy.js';
import { ExplainRelations } from './application/explain-relations.js';
import { LimitRelations } from './application/limit-relations.js';
import { NameHidden } from './application/name-hidden.js';
import { PoliciesBehind } from './application/policies-behind.js';
import { ListDataPolicies } from './application/list-data-policies.js';
import { MoveDataPolicy } from './application/move-data-policy.js';
import { PreviewAsMember } from './application/preview-as-member.js';
import { Conditions } from './application/ports/conditions.js';
import { DataPoliciesKept } from './application/ports/data-policies-kept.js';
import { NamesInForce } from './application/ports/names-in-force.js';
import { SqlNamesInForce } from './adapters/persistence/sql-names-in-force.js';
import { FollowNames } from './application/follow-names.js';
import { NamesThatAre } from './application/ports/known-names.js';
import { SqlNamesThatAre } from './adapters/persistence/sql-names-that-are.js';
import { WarnOfNames } from './application/warn-of-names.js';
import { FollowRenames } from './application/follow-renames.js';
import { PoliciesByName } from './application/ports/policies-by-name.js';
import { SqlPoliciesByName } from './adapters/persistence/sql-policies-by-name.js';
import { FollowersOfNames } from './adapters/answers/followers-of-names.js';
import { HashKeys } from './application/ports/hash-keys.js';
import { GuardActivation } from './application/guard-activation.js';
import { FindOutdatedRules } from './application/find-outdated-rules.js';
import { ReadDataPolicy } from './application/read-data-policy.js';
import { DescribeDataPolicies } from './application/describe-data-policies.js';
import { TellOfOutdatedPolicies } from './application/tell-of-outdated-policies.js';
import { SCHEMA_DISCOVERED } from '../catalog/application/replace-schema.js';
import { OrganizationsModule } from '../organizations/organizations.module.js';
import { DataSourcesModule } from '../data-sources/data-sources.module.js';
import { CatalogModule } from '../catalog/catalog.module.js';
import { StatementsModule } from '../statements/statements.module.js';
import { Decisions } from './application/ports/decisions.js';
import { Policies } from './application/ports/policies.js';
import { PolicyChecks } from './application/ports/policy-checks.js';
import { PolicyEngine } from './application/ports/policy-engine.js';
import { PolicyFacts } from './application/ports/policy-facts.js';
import { PolicySets } from './application/ports/policy-sets.js';
import { PurgeDecisions } from './application/purge-decisions.js';
import { RecordDecision } from './application/record-decision.js';
import { SearchAccess } from './application/search-access.js';
import { SimulatePolicy } from './application/simulate-policy.js';
import { ValidateDataPolicy } from './application/validate-data-policy.js';
import { ValidatePolicy } from './application/validate-policy.js';
import { DecisionTerms } from './domain/recorded-decision.js';

@Module({
  imports: [OrganizationsModule, DataSourcesModule, CatalogModule, StatementsModule],
  controllers: [
    ColumnTagsController,
    DataPoliciesController,
    PreviewController,
    AuthzenController,
    DecisionsController,
    PoliciesController,
    PolicySchemaController,
    PolicyVersionsController,
  ],
  providers: [
    AddVersion,
    ArchivePolicy,
    ChangeColumnTag,
    ChangeDataPolicy,
    ChangeVersionState,
    CheckContent,
    CheckDataPolicy,
    ChooseDataPolicies,
    CreateDataPolicy,
    CreatePolicy,
    CurrentDataPolicies,
    CurrentSets,
    DataPoliciesOfOrganization,
    Decide,
    DeleteDataPolicy,
    DisableAllPolicies,
    EnterDataPolicy,
    EnterDecisions,
    EnterPolicy,
    EvaluateAccess,
    ExplainDecision,
    ExplainRelations,
    FailingConditions,
    FindOutdatedRules,
    FollowNames,
    FollowRenames,
    FollowersOfNames,
    ForecastKeptOut,
    GuardActivation,
    JudgePublication,
    LimitRelations,
    ListColumnTags,
    ListDataPolicies,
    ListDecisions,
    ListPolicies,
    ListVersions,
    MoveDataPolicy,
    MoveVersion,
    NameHidden,
    PoliciesBehind,
    PoliciesOfAccess,
    PoliciesOfNames,
    PoliciesOfSources,
    PreviewAsMember,
    PurgeDecisions,
    ReadDataPolicy,
    RecordDecision,
    ReviewPolicies,
    ReviewRelation,
    SearchAccess,
    SimulatePolicy,
    SuggestTags,
    DescribeDataPolicies,
    TagsOfColumns,
    TellOfOutdatedPolicies,
    ValidateDataPolicy,
    ValidatePolicy,
    WarnOfNames,
    handled(SCHEMA_DISCOVERED, TellOfOutdatedPolicies, (it, { data_source_id: id }) => it.execute(Number(id))),
    scheduled('abac.purge-decisions', '23 4 * * *', PurgeDecisions),
    { provide: ColumnTags, useClass: SqlColumnTags },
    { provide: Conditions, useClass: CedarConditions },
    { provide: DataPoliciesKept, useClass: SqlDataPolicies },
    { provide: NamesThatAre, useClass: SqlNamesThatAre },
    { provide: PoliciesByName, useClass: SqlPoliciesByName },
    { provide: NamesInForce, useClass: SqlNamesInForce },
    { provide: HashKeys, useClass: DerivedHashKeys },
    { provide: DecisionFacts, useClass: SqlDecisionFacts },
    { provide: DecisionPoint, useClass: OrganizationDecisions },
    {
      provide: DecisionTerms,
      useFactory: ({ policies }: Config): DecisionTerms => ({ keptDays: policies.decisionDays }),
      inject: [Config],
    },
    { provide: Decisions, useClass: SqlDecisions },
    { provide: Policies, useClass: TypeOrmPolicies },
    { provide: PoliciesToReview, useClass: SqlPoliciesToReview },
    { provide: PolicyChecks, useClass: PolicyThreads },
    { provide: PolicyEngine, useClass: CedarEngine },
    { provide: PolicyFacts, useClass: SqlPolicyFacts },
    { provide: PolicySets, useClass: SqlPolicySets },
  ],
  exports: [DataPoliciesOfOrganization, FollowersOfNames, PoliciesOfAccess, PoliciesOfNames, PoliciesOfSources, TagsOfColumns],
})
export class AbacModule {}
