// Written by scripts/new-migration.mjs and scripts/freeze-migrations.mjs.
import { Platform1763600000001 } from './1763600000001-platform.js';
import { Outbox1763600000002 } from './1763600000002-outbox.js';
import { Accounts1763600000003 } from './1763600000003-accounts.js';
import { Organizations1763600000004 } from './1763600000004-organizations.js';
import { Sessions1763600000005 } from './1763600000005-sessions.js';
import { Rivers1763600000006 } from './1763600000006-rivers.js';
import { Mfa1763600000007 } from './1763600000007-mfa.js';
import { Devices1763600000008 } from './1763600000008-devices.js';
import { Invitations1763600000009 } from './1763600000009-invitations.js';
import { AccountRecovery1763600000010 } from './1763600000010-account-recovery.js';
import { Audit1763600000011 } from './1763600000011-audit.js';
import { DataSources1763600000012 } from './1763600000012-data-sources.js';
import { PromptTemplates1763600000013 } from './1763600000013-prompt-templates.js';
import { QueryExecutions1763600000014 } from './1763600000014-query-executions.js';
import { Scim1763600000015 } from './1763600000015-scim.js';
import { Sso1763600000016 } from './1763600000016-sso.js';
import { TokenApprovals1763600000017 } from './1763600000017-token-approvals.js';
import { UnclaimedAccounts1763600000019 } from './1763600000019-unclaimed-accounts.js';
import { DirectoryPasswords1763600000020 } from './1763600000020-directory-passwords.js';
import { AttemptCounters1763600000021 } from './1763600000021-attempt-counters.js';
import { SecurityEvents1763600000022 } from './1763600000022-security-events.js';
import { RefusalCounts1763600000025 } from './1763600000025-refusal-counts.js';
import { AuditArchives1763600000026 } from './1763600000026-audit-archives.js';
import { AccessRequests1763600000027 } from './1763600000027-access-requests.js';
import { SsoStepUp1763600000028 } from './1763600000028-sso-step-up.js';
import { CanonicalEmailKeys1763600000029 } from './1763600000029-canonical-email-keys.js';
import { KeysOfStatedAddresses1763600000030 } from './1763600000030-keys-of-stated-addresses.js';
import { Arrivals1763600000031 } from './1763600000031-arrivals.js';
import { PasswordReach1763600000032 } from './1763600000032-password-reach.js';
import { WaitingMails1763600000033 } from './1763600000033-waiting-mails.js';
import { LockedRelations1763600000034 } from './1763600000034-locked-relations.js';
import { LastWrites1763600000035 } from './1763600000035-last-writes.js';
import { IdempotencyKeys1763600000036 } from './1763600000036-idempotency-keys.js';
import { QuotaCounters1763600000037 } from './1763600000037-quota-counters.js';
import { MemberSecurity1763600000039 } from './1763600000039-member-security.js';
import { Conversations1763600000040 } from './1763600000040-conversations.js';
import { Knowledge1763600000041 } from './1763600000041-knowledge.js';
import { MemberEvents1763600000044 } from './1763600000044-member-events.js';
import { SourceFacts1763600000046 } from './1763600000046-source-facts.js';
import { AccessKeys1763600000048 } from './1763600000048-access-keys.js';
import { LinkChallenge1763600000050 } from './1763600000050-link-challenge.js';
import { DiscoveryWaits1763600000051 } from './1763600000051-discovery-waits.js';
import { PolicyVersions1763600000052 } from './1763600000052-policy-versions.js';
import { PolicyDecisions1763600000053 } from './1763600000053-policy-decisions.js';
import { Labels1763600000054 } from './1763600000054-labels.js';
import { MemberAttributes1763600000055 } from './1763600000055-member-attributes.js';
import { DataPolicies1763600000057 } from './1763600000057-data-policies.js';
import { ColumnTags1763600000058 } from './1763600000058-column-tags.js';
import { FurtherFacts1763600000059 } from './1763600000059-further-facts.js';
import { SchemaEmbeddings1763600000060 } from './1763600000060-schema-embeddings.js';
import { SampledColumns1763600000061 } from './1763600000061-sampled-columns.js';
import { UnconfiguredConnections1763600000062 } from './1763600000062-unconfigured-connections.js';
import { FormerNames1763600000065 } from './1763600000065-former-names.js';
import { OutdatedDataPolicies1763600000067 } from './1763600000067-outdated-data-policies.js';
import { DecisionPolicies1763600000068 } from './1763600000068-decision-policies.js';
import { SightOfStatements1763600000071 } from './1763600000071-sight-of-statements.js';
import { KnownData1763600000073 } from './1763600000073-known-data.js';
import { FoundData1763600000074 } from './1763600000074-found-data.js';
import { OneEmergency1763600000076 } from './1763600000076-one-emergency.js';
import { PoliciesToReview1763600000078 } from './1763600000078-policies-to-review.js';
import { FailingDataPolicies1763600000079 } from './1763600000079-failing-data-policies.js';
import { LetGo1763600000080 } from './1763600000080-let-go.js';
import { PeopleOfAddresses1763600000081 } from './1763600000081-people-of-addresses.js';
import { NameLooks1763600000082 } from './1763600000082-name-looks.js';
import { ApproverOfInvitations1763600000083 } from './1763600000083-approver-of-invitations.js';
import { FormerGroups1763600000084 } from './1763600000084-former-groups.js';
import { LooksOfMoreScripts1763600000085 } from './1763600000085-looks-of-more-scripts.js';
import { ApprovedPermissions1763600000087 } from './1763600000087-approved-permissions.js';
import { OneStatementLogins1795745125872 } from './1795745125872-one-statement-logins.js';
import { UnendedSessions1795745125873 } from './1795745125873-unended-sessions.js';
import { FewerIndexes1795783222366 } from './1795783222366-fewer-indexes.js';
import { ThingsOfWorkspaces1795801130264 } from './1795801130264-things-of-workspaces.js';
import { ScimRoomForVersions1795803229224 } from './1795803229224-scim-room-for-versions.js';
import { MailsAbout1795805080028 } from './1795805080028-mails-about.js';
import { DeclinedInvitations1795837330145 } from './1795837330145-declined-invitations.js';
import { DeclinedAddresses1795859651151 } from './1795859651151-declined-addresses.js';
import { NamesOfPeople1795870315483 } from './1795870315483-names-of-people.js';
import { WordsOfPeople1795870318531 } from './1795870318531-words-of-people.js';
import { RelationExtensions1795870970072 } from './1795870970072-relation-extensions.js';
import { ReadingPreferences1795906483522 } from './1795906483522-reading-preferences.js';
import { SavedQuestions1795917380273 } from './1795917380273-saved-questions.js';
import { IdTokensOfSessions1795917442108 } from './1795917442108-id-tokens-of-sessions.js';
import { OwnAddressChanges1795917735084 } from './1795917735084-own-address-changes.js';
import { SsoServiceKeys1795931000000 } from './1795931000000-sso-service-keys.js';
import { FailingDataSources1795931169375 } from './1795931169375-failing-data-sources.js';
import { Boards1795933358256 } from './1795933358256-boards.js';
import { SsoExemptions1795945865951 } from './1795945865951-sso-exemptions.js';
import { Webhooks1795947509000 } from './1795947509000-webhooks.js';
import { SsoMoves1795948433915 } from './1795948433915-sso-moves.js';
import { SsoGroupClaims1795950123000 } from './1795950123000-sso-group-claims.js';
import { LinksMadeByWaves1795959777962 } from './1795959777962-links-made-by-waves.js';
import { SignInRequirements1795959788658 } from './1795959788658-sign-in-requirements.js';
import { FactorResets1795961734030 } from './1795961734030-factor-resets.js';
import { SessionLimits1795962638625 } from './1795962638625-session-limits.js';
import { UnpreparedKnowledge1795991436636 } from './1795991436636-unprepared-knowledge.js';
import { ReachOfMembers1795992512279 } from './1795992512279-reach-of-members.js';
import { Agents1795992909694 } from './1795992909694-agents.js';
import { Exports1796007102213 } from './1796007102213-exports.js';
import { ExportsOfPeople1796007102214 } from './1796007102214-exports-of-people.js';

/** In the order in which a new database runs them. */
export const MIGRATIONS = [
  Platform1763600000001,
  Outbox1763600000002,
  Accounts1763600000003,
  Organizations1763600000004,
  Sessions1763600000005,
  Rivers1763600000006,
  Mfa1763600000007,
  Devices1763600000008,
  Invitations1763600000009,
  AccountRecovery1763600000010,
  Audit1763600000011,
  DataSources1763600000012,
  PromptTemplates1763600000013,
  QueryExecutions1763600000014,
  Scim1763600000015,
  Sso1763600000016,
  TokenApprovals1763600000017,
  UnclaimedAccounts1763600000019,
  DirectoryPasswords1763600000020,
  AttemptCounters1763600000021,
  SecurityEvents1763600000022,
  RefusalCounts1763600000025,
  AuditArchives1763600000026,
  AccessRequests1763600000027,
  SsoStepUp1763600000028,
  CanonicalEmailKeys1763600000029,
  KeysOfStatedAddresses1763600000030,
  Arrivals1763600000031,
  PasswordReach1763600000032,
  WaitingMails1763600000033,
  LockedRelations1763600000034,
  LastWrites1763600000035,
  IdempotencyKeys1763600000036,
  QuotaCounters1763600000037,
  MemberSecurity1763600000039,
  Conversations1763600000040,
  Knowledge1763600000041,
  MemberEvents1763600000044,
  SourceFacts1763600000046,
  AccessKeys1763600000048,
  LinkChallenge1763600000050,
  DiscoveryWaits1763600000051,
  PolicyVersions1763600000052,
  PolicyDecisions1763600000053,
  Labels1763600000054,
  MemberAttributes1763600000055,
  DataPolicies1763600000057,
  ColumnTags1763600000058,
  FurtherFacts1763600000059,
  SchemaEmbeddings1763600000060,
  SampledColumns1763600000061,
  UnconfiguredConnections1763600000062,
  FormerNames1763600000065,
  OutdatedDataPolicies1763600000067,
  DecisionPolicies1763600000068,
  SightOfStatements1763600000071,
  KnownData1763600000073,
  FoundData1763600000074,
  OneEmergency1763600000076,
  PoliciesToReview1763600000078,
  FailingDataPolicies1763600000079,
  LetGo1763600000080,
  PeopleOfAddresses1763600000081,
  NameLooks1763600000082,
  ApproverOfInvitations1763600000083,
  FormerGroups1763600000084,
  LooksOfMoreScripts1763600000085,
  ApprovedPermissions1763600000087,
  OneStatementLogins1795745125872,
  UnendedSessions1795745125873,
  FewerIndexes1795783222366,
  ThingsOfWorkspaces1795801130264,
  ScimRoomForVersions1795803229224,
  MailsAbout1795805080028,
  DeclinedInvitations1795837330145,
  DeclinedAddresses1795859651151,
  NamesOfPeople1795870315483,
  WordsOfPeople1795870318531,
  RelationExtensions1795870970072,
  ReadingPreferences1795906483522,
  SavedQuestions1795917380273,
  IdTokensOfSessions1795917442108,
  OwnAddressChanges1795917735084,
  SsoServiceKeys1795931000000,
  FailingDataSources1795931169375,
  Boards1795933358256,
  SsoExemptions1795945865951,
  Webhooks1795947509000,
  SsoMoves1795948433915,
  SsoGroupClaims1795950123000,
  LinksMadeByWaves1795959777962,
  SignInRequirements1795959788658,
  FactorResets1795961734030,
  SessionLimits1795962638625,
  UnpreparedKnowledge1795991436636,
  ReachOfMembers1795992512279,
  Agents1795992909694,
  Exports1796007102213,
  ExportsOfPeople1796007102214,
];
