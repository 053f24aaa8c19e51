import { Module } from '@nestjs/common';
import { handled, scheduled } from '../platform/jobs/job-providers.js';
import { AccountsModule } from '../accounts/accounts.module.js';
import { OrganizationsModule } from '../organizations/organizations.module.js';
import { InvitationsModule } from '../invitations/invitations.module.js';
import { DirectoriesOfAddresses } from './adapters/answers/directories-of-addresses.js';
import { DirectoryOfOrganization } from './adapters/answers/directory-of-organization.js';
import { ProvisioningOfInvitations } from './adapters/answers/provisioning-of-invitations.js';
import { Config } from '../platform/config/config.js';
import { BulkJournal } from './adapters/http/bulk-journal.js';
import { BulkController } from './adapters/http/bulk.controller.js';
import { DeadTokenRefusals, ScimRequestMiddleware } from './adapters/http/scim-request.middleware.js';
import { DiscoveryController } from './adapters/http/discovery.controller.js';
import { GroupsController } from './adapters/http/groups.controller.js';
import { DirectoryGroupsController } from './adapters/http/directory-groups.controller.js';
import { MappingController } from './adapters/http/mapping.controller.js';
import { ProvisionedPeopleController } from './adapters/http/provisioned-people.controller.js';
import { ReadGroupsController, ReadUsersController } from './adapters/http/read-resources.controller.js';
import { RequestTurns } from './adapters/http/request-turns.js';
import { RequestJournal } from './adapters/http/request-journal.js';
import { ResourceReader } from './adapters/http/resource-reader.js';
import { ScimEventsController } from './adapters/http/scim-events.controller.js';
import { ScimTokensController } from './adapters/http/scim-tokens.controller.js';
import { SearchController } from './adapters/http/search.controller.js';
import { UsersController } from './adapters/http/users.controller.js';
import { BatchedProvisioningLog } from './adapters/persistence/batched-provisioning-log.js';
import { SqlResourceSearch } from './adapters/persistence/search/sql-resource-search.js';
import { SqlAwaitedPeople } from './adapters/persistence/sql-awaited-people.js';
import { SqlDirectoryGroups } from './adapters/persistence/sql-directory-groups.js';
import { SqlGroupMappings } from './adapters/persistence/sql-group-mappings.js';
import { SqlGroupMembers } from './adapters/persistence/sql-group-members.js';
import { SqlProvisioningEvents } from './adapters/persistence/sql-provisioning-events.js';
import { SqlResourceRelations } from './adapters/persistence/sql-resource-relations.js';
import { SqlResources } from './adapters/persistence/sql-resources.js';
import { TypeOrmScimTokens } from './adapters/persistence/typeorm-scim-tokens.js';
import { SqlUserLinks } from './adapters/persistence/sql-user-links.js';
import { ApplyMapping } from './application/apply-mapping.js';
import { ApproveScimToken } from './application/approve-scim-token.js';
import { AskForApproval } from './application/ask-for-approval.js';
import { AuthenticateProvisioner } from './application/authenticate-provisioner.js';
import { AwaitsPerson } from './application/awaits-person.js';
import { BringsPerson } from './application/brings-person.js';
import { ChangeGroup } from './application/change-group.js';
import { ChangeMembers } from './application/change-members.js';
import { ChangeUser } from './application/change-user.js';
import { CreateGroup } from './application/create-group.js';
import { CreateUser } from './application/create-user.js';
import { DeleteGroup } from './application/delete-group.js';
import { DeleteUser } from './application/delete-user.js';
import { DescribeCapabilities } from './application/describe-capabilities.js';
import { EnterMember } from './application/enter-member.js';
import { EnterScimToken } from './application/enter-scim-token.js';
import { FindManagingDirectory } from './application/find-managing-directory.js';
import { FindResource } from './application/find-resource.js';
import { FollowActive } from './application/follow-active.js';
import { IssueScimToken } from './application/issue-scim-token.js';
import { KeepCeiling } from './application/keep-ceiling.js';
import { ListProvisioningEvents } from './application/list-provisioning-events.js';
import { ListProvisionedPeople } from './application/list-provisioned-people.js';
import { ListResources } from './application/list-resources.js';
import { ListScimTokens } from './application/list-scim-tokens.js';
import { LockPerson } from './application/lock-person.js';
import { PatchGroup } from './application/patch-group.js';
import { PatchUser } from './application/patch-user.js';
import { PerformOperation } from './application/perform-operation.js';
import { PerformStep } from './application/perform-step.js';
import { MEMBER_REMOVED, PlaceAfterRemoval } from './application/place-after-removal.js';
import { PlaceUser } from './application/place-user.js';
import { PlaceWaiting } from './application/place-waiting.js';
import { AwaitedPeople } from './application/ports/awaited-people.js';
import { DirectoryGroups } from './application/ports/directory-groups.js';
import { GroupMappings } from './application/ports/group-mappings.js';
import { GroupMembers } from './application/ports/group-members.js';
import { EventTerms, ProvisioningEvents, ProvisioningLog } from './application/ports/provisioning-log.js';
import { ResourceRelations, Resources } from './application/ports/resources.js';
import { ResourceSearch } from './application/ports/resource-search.js';
import { ScimTokens } from './application/ports/scim-tokens.js';
import { UserLinks } from './application/ports/user-links.js';
import { PurgeProvisioningEvents } from './application/purge-provisioning-events.js';
import { ListDirectoryGroups } from './application/list-directory-groups.js';
import { ReadMapping } from './application/read-mapping.js';
import { RecordRequest } from './application/record-request.js';
import { ReplaceGroup } from './application/replace-group.js';
import { ReplaceMapping } from './application/replace-mapping.js';
import { ReplaceUser } from './application/replace-user.js';
import { RepresentResources } from './application/represent-resources.js';
import { RevokeScimToken } from './application/revoke-scim-token.js';
import { RotateScimToken } from './application/rotate-scim-token.js';
import { RunBulk } from './application/run-bulk.js';
import { RunProvisioning } from './application/run-provisioning.js';
import { ReplacePerson } from './application/replace-person.js';
import { SaveLinkedUser } from './application/save-linked-user.js';
import { SaveUnlinkedUser } from './application/save-unlinked-user.js';
import { WithdrawMember } from './application/withdraw-member.js';

/** What other contexts may use. */
const OFFERED = [EnterMember, FindManagingDirectory];

/** What other contexts ask for, in their own terms; `bindings.module.ts` hands it to them. */
const ANSWERS = [DirectoriesOfAddresses, DirectoryOfOrganization, ProvisioningOfInvitations];

@Module({
  imports: [AccountsModule, OrganizationsModule, InvitationsModule],
  controllers: [
    BulkController,
    DiscoveryController,
    GroupsController,
    DirectoryGroupsController,
    MappingController,
    ProvisionedPeopleController,
    ReadGroupsController,
    ReadUsersController,
    ScimEventsController,
    ScimTokensController,
    SearchController,
    UsersController,
  ],
  providers: [
    ...ANSWERS,
    BulkJournal,
    ...OFFERED,
    AwaitsPerson,
    BringsPerson,
    WithdrawMember,
    ApplyMapping,
    ApproveScimToken,
    AskForApproval,
    AuthenticateProvisioner,
    ChangeGroup,
    ChangeMembers,
    ChangeUser,
    CreateGroup,
    CreateUser,
    DeadTokenRefusals,
    DeleteGroup,
    DeleteUser,
    DescribeCapabilities,
    EnterScimToken,
    FindResource,
    FollowActive,
    IssueScimToken,
    KeepCeiling,
    ListProvisionedPeople,
    ListProvisioningEvents,
    ListResources,
    ListScimTokens,
    LockPerson,
    PatchGroup,
    PatchUser,
    PerformOperation,
    PerformStep,
    PlaceUser,
    PlaceWaiting,
    PlaceAfterRemoval,
    handled(MEMBER_REMOVED, PlaceAfterRemoval, (it, { organization_id: organizationId, user_id: userId }) =>
      it.execute({ organizationId: Number(organizationId), userId: Number(userId) }),
    ),
    PurgeProvisioningEvents,
    ListDirectoryGroups,
    ReadMapping,
    RecordRequest,
    ReplaceGroup,
    ReplaceMapping,
    ReplaceUser,
    RepresentResources,
    RequestJournal,
    ResourceReader,
    RevokeScimToken,
    RotateScimToken,
    RunBulk,
    RunProvisioning,
    RequestTurns,
    scheduled('scim.purge-events', '47 * * * *', PurgeProvisioningEvents),
    ScimRequestMiddleware,
    SaveLinkedUser,
    SaveUnlinkedUser,
    ReplacePerson,
    { provide: AwaitedPeople, useClass: SqlAwaitedPeople },
    { provide: DirectoryGroups, useClass: SqlDirectoryGroups },
    { provide: GroupMappings, useClass: SqlGroupMappings },
    { provide: GroupMembers, useClass: SqlGroupMembers },
    { provide: ProvisioningEvents, useClass: SqlProvisioningEvents },
    { provide: ProvisioningLog, useClass: BatchedProvisioningLog },
    { provide: ResourceRelations, useClass: SqlResourceRelations },
    { provide: ResourceSearch, useClass: SqlResourceSearch },
    { provide: Resources, useClass: SqlResources },
    { provide: ScimTokens, useClass: TypeOrmScimTokens },
    { provide: UserLinks, useClass: SqlUserLinks },
    {
      provide: EventTerms,
      useFactory: ({ scim }: Config): EventTerms => ({ keptDays: scim.eventDays }),
      inject: [Config],
    },
  ],
  exports: [...OFFERED, ...ANSWERS],
})
export class ScimModule {}
