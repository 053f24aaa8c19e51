import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts/accounts.module.js';
import { AffiliationsOfAccount } from './adapters/answers/affiliations-of-account.js';
import { RecordedConsent } from './adapters/answers/recorded-consent.js';
import { PolicyCheck } from './adapters/answers/policy-check.js';
import { AccessRefusals } from './adapters/answers/access-refusals.js';
import { WorkspaceReach } from './adapters/answers/workspace-reach.js';
import { PolicyRefusal } from './adapters/answers/policy-refusal.js';
import { RoleAccessControl } from './adapters/answers/role-access-control.js';
import { AccessRequestsController } from './adapters/http/access-requests.controller.js';
import { MemberAttributesController } from './adapters/http/member-attributes.controller.js';
import { MembersController } from './adapters/http/members.controller.js';
import { OwnMembershipsController } from './adapters/http/own-memberships.controller.js';
import { OrganizationsController } from './adapters/http/organizations.controller.js';
import { RolesController } from './adapters/http/roles.controller.js';
import { WorkspaceMembersController } from './adapters/http/workspace-members.controller.js';
import { WorkspacesController } from './adapters/http/workspaces.controller.js';
import { SecretBoxSealedChanges } from './adapters/crypto/secret-box-sealed-changes.js';
import { TypeOrmAccessRequests } from './adapters/persistence/typeorm-access-requests.js';
import { SqlAttributesOfMembers } from './adapters/persistence/sql-attributes-of-members.js';
import { SqlMembers } from './adapters/persistence/sql-members.js';
import { TypeOrmOrganizations } from './adapters/persistence/typeorm-organizations.js';
import { SqlProvisionedMembers } from './adapters/persistence/sql-provisioned-members.js';
import { SqlProvisionedGrants } from './adapters/persistence/sql-provisioned-grants.js';
import { SqlRoleHolders } from './adapters/persistence/sql-role-holders.js';
import { TypeOrmRoles } from './adapters/persistence/typeorm-roles.js';
import { TypeOrmWorkspaces } from './adapters/persistence/typeorm-workspaces.js';
import { AdmitProvisioned } from './application/admit-provisioned.js';
import { AddMember } from './application/add-member.js';
import { AddWorkspaceMember } from './application/add-workspace-member.js';
import { AdmitMember } from './application/admit-member.js';
import { AppointOwner } from './application/appoint-owner.js';
import { ApplyGrants } from './application/apply-grants.js';
import { ReadClaimedRoles } from './application/read-claimed-roles.js';
import { ArriveMember } from './application/arrive-member.js';
import { AssignableRole } from './application/assignable-role.js';
import { ChangeMemberRole } from './application/change-member-role.js';
import { CreateOrganization } from './application/create-organization.js';
import { CreateRole } from './application/create-role.js';
import { CreateWorkspace } from './application/create-workspace.js';
import { DecideAccessRequest } from './application/decide-access-request.js';
import { DeleteRole } from './application/delete-role.js';
import { DeleteWorkspace } from './application/delete-workspace.js';
import { DescribeAccess } from './application/describe-access.js';
import { DescribeMembers } from './application/describe-members.js';
import { DescribePlace } from './application/describe-place.js';
import { DismissMember } from './application/dismiss-member.js';
import { EndOutgrownPasswords } from './application/end-outgrown-passwords.js';
import { EnterWorkspace } from './application/enter-workspace.js';
import { FindEntrance } from './application/find-entrance.js';
import { FoundOrganization } from './application/found-organization.js';
import { GiveRole } from './application/give-role.js';
import { LockOrganization } from './application/lock-organization.js';
import { FindStanding } from './application/find-standing.js';
import { CheckFutureGrants } from './application/check-future-grants.js';
import { CheckMapping } from './application/check-mapping.js';
import { JudgeAssistance } from './application/judge-assistance.js';
import { JudgeProvisioning } from './application/judge-provisioning.js';
import { LimitDeviceTrust } from './application/limit-device-trust.js';
import { ListAccessRequests } from './application/list-access-requests.js';
import { ListAffiliations } from './application/list-affiliations.js';
import { ListHolders } from './application/list-holders.js';
import { ListMembers } from './application/list-members.js';
import { ListOrganizations } from './application/list-organizations.js';
import { ListConfusableRoles } from './application/list-confusable-roles.js';
import { ListRoleHolders } from './application/list-role-holders.js';
import { ListRoles } from './application/list-roles.js';
import { ListMemberWorkspaces } from './application/list-member-workspaces.js';
import { ListWorkspaceMembers } from './application/list-workspace-members.js';
import { ListWorkspaces } from './application/list-workspaces.js';
import { NameOrganization } from './application/name-organization.js';
import { ReadNewDataSources } from './application/read-new-data-sources.js';
import { ReadDirectoryPasswords } from './application/read-directory-passwords.js';
import { ReadMemberAttributes } from './application/read-member-attributes.js';
import { ReadHeldRoles } from './application/read-held-roles.js';
import { ReadMember } from './application/read-member.js';
import { ReadOrganization } from './application/read-organization.js';
import { ReadRequestedAct } from './application/read-requested-act.js';
import { ReadStanding } from './application/read-standing.js';
import { ReadWorkspace } from './application/read-workspace.js';
import { ReinstateMember } from './application/reinstate-member.js';
import { RemoveMember } from './application/remove-member.js';
import { RemoveWorkspaceMember } from './application/remove-workspace-member.js';
import { ReplaceMemberAttributes } from './application/replace-member-attributes.js';
import { RequestAccess } from './application/request-access.js';
import { SuspendMember } from './application/suspend-member.js';
import { UpdateOrganization } from './application/update-organization.js';
import { UpdateRole } from './application/update-role.js';
import { UpdateWorkspace } from './application/update-workspace.js';
import { AccessRequests } from './application/ports/access-requests.js';
import { AttributesOfMembers } from './application/ports/attributes-of-members.js';
import { Members } from './application/ports/members.js';
import { Organizations } from './application/ports/organizations.js';
import { ProvisionedMembers } from './application/ports/provisioned-members.js';
import { ProvisionedGrants } from './application/ports/provisioned-grants.js';
import { RoleHolders } from './application/ports/role-holders.js';
import { Roles } from './application/ports/roles.js';
import { SealedChanges } from './application/ports/sealed-changes.js';
import { Workspaces } from './application/ports/workspaces.js';

/** What other contexts may use. */
const OFFERED = [
  ListAffiliations,
  AdmitMember,
  DescribeAccess,
  DescribePlace,
  ReadStanding,
  AdmitProvisioned,
  ArriveMember,
  DismissMember,
  FindEntrance,
  FindStanding,
  ReadDirectoryPasswords,
  ReadNewDataSources,
  ReinstateMember,
  SuspendMember,
  ApplyGrants,
  ReadClaimedRoles,
  CheckFutureGrants,
  CheckMapping,
  LockOrganization,
  JudgeAssistance,
  JudgeProvisioning,
  ListHolders,
  NameOrganization,
  ReadHeldRoles,
];

/** What other contexts ask for, in their own terms; `bindings.module.ts` hands it to them. */
const ANSWERS = [AffiliationsOfAccount, RecordedConsent, RoleAccessControl];

@Module({
  imports: [AccountsModule],
  controllers: [
    OrganizationsController,
    AccessRequestsController,
    MembersController,
    OwnMembershipsController,
    MemberAttributesController,
    RolesController,
    WorkspacesController,
    WorkspaceMembersController,
  ],
  providers: [
    ...ANSWERS,
    ...OFFERED,
    PolicyCheck,
    AccessRefusals,
    WorkspaceReach,
    PolicyRefusal,
    FoundOrganization,
    AddMember,
    LimitDeviceTrust,
    AddWorkspaceMember,
    AppointOwner,
    AssignableRole,
    ChangeMemberRole,
    CreateOrganization,
    CreateRole,
    CreateWorkspace,
    DecideAccessRequest,
    DeleteRole,
    DeleteWorkspace,
    DescribeMembers,
    EndOutgrownPasswords,
    EnterWorkspace,
    GiveRole,
    ListAccessRequests,
    ListMembers,
    ListOrganizations,
    ListConfusableRoles,
    ListRoleHolders,
    ListRoles,
    ListMemberWorkspaces,
    ListWorkspaceMembers,
    ListWorkspaces,
    ReadMember,
    ReadMemberAttributes,
    ReadOrganization,
    ReadRequestedAct,
    ReadWorkspace,
    RemoveMember,
    RemoveWorkspaceMember,
    ReplaceMemberAttributes,
    RequestAccess,
    UpdateOrganization,
    UpdateRole,
    UpdateWorkspace,
    { provide: Organizations, useClass: TypeOrmOrganizations },
    { provide: Roles, useClass: TypeOrmRoles },
    { provide: RoleHolders, useClass: SqlRoleHolders },
    { provide: AttributesOfMembers, useClass: SqlAttributesOfMembers },
    { provide: Members, useClass: SqlMembers },
    { provide: Workspaces, useClass: TypeOrmWorkspaces },
    { provide: ProvisionedMembers, useClass: SqlProvisionedMembers },
    { provide: ProvisionedGrants, useClass: SqlProvisionedGrants },
    { provide: AccessRequests, useClass: TypeOrmAccessRequests },
    { provide: SealedChanges, useClass: SecretBoxSealedChanges },
  ],
  exports: [...OFFERED, ...ANSWERS],
})
export class OrganizationsModule {}
