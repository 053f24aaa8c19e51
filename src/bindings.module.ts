import { Global, Module } from '@nestjs/common';
import { DataPoliciesOfOrganization } from './abac/adapters/answers/data-policies-of-organization.js';
import { FollowersOfNames } from './abac/adapters/answers/followers-of-names.js';
import { PoliciesOfNames } from './abac/adapters/answers/policies-of-names.js';
import { PoliciesOfSources } from './abac/adapters/answers/policies-of-sources.js';
import { TagsOfColumns } from './abac/adapters/answers/tags-of-columns.js';
import { PoliciesOfAccess } from './abac/adapters/answers/policies-of-access.js';
import { AccountDevices } from './accounts/application/ports/account-devices.js';
import { AccountSessions } from './accounts/application/ports/account-sessions.js';
import { AddressDirectories } from './accounts/application/ports/address-directories.js';
import { AddressDomains } from './accounts/application/ports/address-domains.js';
import { Affiliations } from './accounts/application/ports/affiliations.js';
import { ReadingPreferences } from './accounts/application/ports/reading-preferences.js';
import { SecondFactors } from './accounts/application/ports/second-factors.js';
import { TokenTermsOfOrganizations } from './ask/adapters/answers/token-terms-of-organizations.js';
import { SqlAuditTrail } from './audit/adapters/persistence/sql-audit-trail.js';
import { KnownSchemaOfContext } from './schema-context/adapters/answers/known-schema-of-context.js';
import { SchemaPreparationsOfContext } from './schema-context/adapters/answers/schema-preparations-of-context.js';
import { KnownSchema } from './data-sources/application/ports/known-schema.js';
import { SchemaPreparations } from './catalog/application/ports/schema-preparations.js';
import { SchemaFollowers } from './catalog/application/ports/schema-followers.js';
import { SchemaVisibility } from './catalog/application/ports/schema-visibility.js';
import { RestingConnections } from './data-sources/application/ports/resting-connections.js';
import { SourcePolicies } from './data-sources/application/ports/source-policies.js';
import { TaggedColumns } from './schema-context/application/ports/tagged-columns.js';
import { DevicesOfAccount } from './devices/adapters/answers/devices-of-account.js';
import { DeviceSessions } from './devices/application/ports/device-sessions.js';
import { InvitationsOfMembers } from './invitations/adapters/answers/invitations-of-members.js';
import { Provisioning } from './invitations/application/ports/provisioning.js';
import { FactorEnrolment } from './mfa/adapters/answers/factor-enrolment.js';
import { FactorsOfAccount } from './mfa/adapters/answers/factors-of-account.js';
import { EmergencyAccounts } from './devices/application/ports/emergency-accounts.js';
import { EmergencyAccess } from './mfa/application/ports/emergency-access.js';
import { Networks } from './mfa/application/ports/networks.js';
import { KeysOfCallers } from './agents/adapters/answers/keys-of-callers.js';
import { AffiliationsOfAccount } from './organizations/adapters/answers/affiliations-of-account.js';
import { RecordedConsent } from './organizations/adapters/answers/recorded-consent.js';
import { RoleAccessControl } from './organizations/adapters/answers/role-access-control.js';
import { AccessPolicies } from './organizations/application/ports/access-policies.js';
import { Directory } from './organizations/application/ports/directory.js';
import { MemberSecurity } from './organizations/application/ports/member-security.js';
import { OpenInvitations } from './organizations/application/ports/open-invitations.js';
import { SignOnAddresses } from './organizations/application/ports/sign-on-addresses.js';
import { Standby } from './organizations/application/ports/standby.js';
import { MfaEnrolment } from './platform/http/fresh-proof.js';
import { DirectoriesOfAddresses } from './scim/adapters/answers/directories-of-addresses.js';
import { DirectoryOfOrganization } from './scim/adapters/answers/directory-of-organization.js';
import { PublishedAccounts } from './accounts/application/ports/published-accounts.js';
import { publishedAccounts } from './demo/published-accounts.js';
import { SignOns } from './invitations/application/ports/sign-ons.js';
import { Config } from './platform/config/config.js';
import { ProvisioningOfInvitations } from './scim/adapters/answers/provisioning-of-invitations.js';
import { TokenTerms } from './query-generation/application/ports/token-terms.js';
import { ConnectionsOfQuerying } from './statements/adapters/answers/connections-of-querying.js';
import { VisibilityOfSchema } from './statements/adapters/answers/visibility-of-schema.js';
import { CallerKeys } from './statements/application/ports/caller-keys.js';
import { DataPolicies } from './statements/application/ports/data-policies.js';
import { NetworksOfFactors } from './sessions/adapters/answers/networks-of-factors.js';
import { SessionsOfAccount } from './sessions/adapters/answers/sessions-of-account.js';
import { SessionsOfDevice } from './sessions/adapters/answers/sessions-of-device.js';
import { LoginPolicy } from './sessions/application/ports/login-policy.js';
import { AccessControl } from './shared/ports/access-control.js';
import { AuditTrail } from './shared/ports/audit-trail.js';
import { MailReaders } from './shared/ports/mailer.js';
import { NameFollowers } from './shared/ports/name-followers.js';
import { OwnerConsent } from './shared/ports/owner-consent.js';
import { EmergencyAccountsOfDevices } from './sso-enforcement/adapters/answers/emergency-accounts-of-devices.js';
import { EmergencyAccessOfFactors } from './sso-enforcement/adapters/answers/emergency-access-of-factors.js';
import { LoginPolicyOfSessions } from './sso-enforcement/adapters/answers/login-policy-of-sessions.js';
import { SecurityOfMembers } from './sso-enforcement/adapters/answers/security-of-members.js';
import { SignOnRequirementOfSso } from './sso-enforcement/adapters/answers/sign-on-requirement-of-sso.js';
import { StandbyOfOrganization } from './sso-enforcement/adapters/answers/standby-of-organization.js';
import { MigrationPlans } from './sso-enforcement/application/ports/migration-plans.js';
import { MigrationPlansOfEnforcement } from './sso-migration/adapters/answers/migration-plans-of-enforcement.js';
import { DomainsOfAddresses } from './sso/adapters/answers/domains-of-addresses.js';
import { SignOnAddressesOfOrganizations } from './sso/adapters/answers/sign-on-addresses-of-organizations.js';
import { SignOnsOfInvitations } from './sso/adapters/answers/sign-ons-of-invitations.js';
import { SignOnRequirement } from './sso/application/ports/sign-on-requirement.js';

const BINDINGS = [
  { provide: AccessControl, useExisting: RoleAccessControl },
  { provide: AuditTrail, useExisting: SqlAuditTrail },
  { provide: OwnerConsent, useExisting: RecordedConsent },
  { provide: NameFollowers, useExisting: PoliciesOfNames },
  { provide: MailReaders, useExisting: ReadingPreferences },
  { provide: MfaEnrolment, useExisting: FactorEnrolment },
  { provide: Affiliations, useExisting: AffiliationsOfAccount },
  { provide: SecondFactors, useExisting: FactorsOfAccount },
  { provide: AccountDevices, useExisting: DevicesOfAccount },
  { provide: AccountSessions, useExisting: SessionsOfAccount },
  { provide: AddressDirectories, useExisting: DirectoriesOfAddresses },
  { provide: AddressDomains, useExisting: DomainsOfAddresses },
  { provide: AccessPolicies, useExisting: PoliciesOfAccess },
  { provide: OpenInvitations, useExisting: InvitationsOfMembers },
  { provide: Directory, useExisting: DirectoryOfOrganization },
  { provide: SignOnAddresses, useExisting: SignOnAddressesOfOrganizations },
  { provide: Standby, useExisting: StandbyOfOrganization },
  { provide: MemberSecurity, useExisting: SecurityOfMembers },
  { provide: Networks, useExisting: NetworksOfFactors },
  { provide: EmergencyAccess, useExisting: EmergencyAccessOfFactors },
  { provide: EmergencyAccounts, useExisting: EmergencyAccountsOfDevices },
  { provide: DeviceSessions, useExisting: SessionsOfDevice },
  { provide: Provisioning, useExisting: ProvisioningOfInvitations },
  { provide: SignOns, useExisting: SignOnsOfInvitations },
  { provide: PublishedAccounts, useFactory: publishedAccounts, inject: [Config] },
  { provide: LoginPolicy, useExisting: LoginPolicyOfSessions },
  { provide: SignOnRequirement, useExisting: SignOnRequirementOfSso },
  { provide: CallerKeys, useExisting: KeysOfCallers },
  { provide: DataPolicies, useExisting: DataPoliciesOfOrganization },
  { provide: SchemaFollowers, useExisting: FollowersOfNames },
  { provide: KnownSchema, useExisting: KnownSchemaOfContext },
  { provide: SchemaPreparations, useExisting: SchemaPreparationsOfContext },
  { provide: SourcePolicies, useExisting: PoliciesOfSources },
  { provide: RestingConnections, useExisting: ConnectionsOfQuerying },
  { provide: SchemaVisibility, useExisting: VisibilityOfSchema },
  { provide: TaggedColumns, useExisting: TagsOfColumns },
  { provide: TokenTerms, useExisting: TokenTermsOfOrganizations },
  { provide: MigrationPlans, useExisting: MigrationPlansOfEnforcement },
];

/**
 * Contexts have one order and call down it. When one needs something from a context above, it declares a port in its
 * own terms, the upper one implements it in `adapters/answers/`, and the two meet here. Besides the platform, this is
 * the only global module. `AppModule` lends it the contexts that answer.
 */
@Global()
@Module({
  providers: BINDINGS,
  exports: BINDINGS.map(({ provide }) => provide),
})
export class BindingsModule {}
