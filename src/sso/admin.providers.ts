import type { Provider, Type } from '@nestjs/common';
import { scheduled } from '../platform/jobs/job-providers.js';
import { X509KeyPairs } from './adapters/crypto/x509-key-pairs.js';
import { ListedDomainNames } from './adapters/dns/listed-domain-names.js';
import { ResolvedRecords } from './adapters/dns/resolved-records.js';
import { ConnectionTestsController } from './adapters/http/connection-tests.controller.js';
import { ConnectionsController } from './adapters/http/connections.controller.js';
import { DomainsController } from './adapters/http/domains.controller.js';
import { GroupMappingController } from './adapters/http/group-mapping.controller.js';
import { OrganizationConnectionsController } from './adapters/http/organization-connections.controller.js';
import { OrganizationDomainsController } from './adapters/http/organization-domains.controller.js';
import { ServiceKeysController } from './adapters/http/service-keys.controller.js';
import { GuardedAddresses } from './adapters/network/guarded-addresses.js';
import { SqlCertificateWatch } from './adapters/persistence/sql-certificate-watch.js';
import { SqlConnectionGroupMappings } from './adapters/persistence/sql-connection-group-mappings.js';
import { TypeOrmClaimedDomains } from './adapters/persistence/typeorm-claimed-domains.js';
import { TypeOrmConnectionTests } from './adapters/persistence/typeorm-connection-tests.js';
import { TypeOrmConnections } from './adapters/persistence/typeorm-connections.js';
import { TypeOrmReadiness } from './adapters/persistence/typeorm-readiness.js';
import { TypeOrmServiceKeys } from './adapters/persistence/typeorm-service-keys.js';
import { ActivateConnection } from './application/activate-connection.js';
import { AddServiceKey } from './application/add-service-key.js';
import { AnnounceExpiringCertificates } from './application/announce-expiring-certificates.js';
import { ChangeServiceKeys } from './application/change-service-keys.js';
import { ClaimDomain } from './application/claim-domain.js';
import { CompleteConfig } from './application/complete-config.js';
import { CreateConnection } from './application/create-connection.js';
import { DeleteConnection } from './application/delete-connection.js';
import { DeleteServiceKey } from './application/delete-service-key.js';
import { DisableConnection } from './application/disable-connection.js';
import { KeepSignOnOpen } from './application/keep-sign-on-open.js';
import { EnterConnection } from './application/enter-connection.js';
import { EnterDomain } from './application/enter-domain.js';
import { FailTest } from './application/fail-test.js';
import { FinishTest } from './application/finish-test.js';
import { ListConnections } from './application/list-connections.js';
import { ListDomains } from './application/list-domains.js';
import { ListServiceKeys } from './application/list-service-keys.js';
import { ListTests } from './application/list-tests.js';
import { OpenTest } from './application/open-test.js';
import { CertificateWatch, Connections } from './application/ports/connections.js';
import { ConnectionGroupMappings } from './application/ports/connection-group-mappings.js';
import { ClaimedDomains } from './application/ports/claimed-domains.js';
import { ConnectionTests } from './application/ports/connection-tests.js';
import { DomainNames, DomainRecords } from './application/ports/domain-names.js';
import { ProviderAddresses } from './application/ports/provider-addresses.js';
import { Readiness } from './application/ports/readiness.js';
import { KeyPairs } from './application/ports/key-pairs.js';
import { ServiceKeys } from './application/ports/service-keys.js';
import { PurgeTests } from './application/purge-tests.js';
import { PutServiceKeyInUse } from './application/put-service-key-in-use.js';
import { ReadConnection } from './application/read-connection.js';
import { ReadDomain } from './application/read-domain.js';
import { ReadGroupMapping } from './application/read-group-mapping.js';
import { ReadTest } from './application/read-test.js';
import { RecheckAllDomains } from './application/recheck-all-domains.js';
import { RefreshMetadata } from './application/refresh-metadata.js';
import { ReleaseDomain } from './application/release-domain.js';
import { ReplaceGroupMapping } from './application/replace-group-mapping.js';
import { RouteDomain } from './application/route-domain.js';
import { StartTest } from './application/start-test.js';
import { TakeDomain } from './application/take-domain.js';
import { UpdateConnection } from './application/update-connection.js';
import { VerifyDomain } from './application/verify-domain.js';

export const ADMIN_CONTROLLERS: Type[] = [
  OrganizationConnectionsController,
  ConnectionsController,
  ConnectionTestsController,
  GroupMappingController,
  ServiceKeysController,
  OrganizationDomainsController,
  DomainsController,
];

export const ADMIN_PROVIDERS: Provider[] = [
  ActivateConnection,
  AddServiceKey,
  AnnounceExpiringCertificates,
  ChangeServiceKeys,
  ClaimDomain,
  CompleteConfig,
  CreateConnection,
  DeleteConnection,
  DeleteServiceKey,
  DisableConnection,
  KeepSignOnOpen,
  EnterConnection,
  EnterDomain,
  FailTest,
  FinishTest,
  ListConnections,
  ListDomains,
  ListServiceKeys,
  ListTests,
  OpenTest,
  PurgeTests,
  PutServiceKeyInUse,
  ReadConnection,
  ReadDomain,
  ReadGroupMapping,
  ReadTest,
  RecheckAllDomains,
  RefreshMetadata,
  ReleaseDomain,
  ReplaceGroupMapping,
  RouteDomain,
  StartTest,
  TakeDomain,
  UpdateConnection,
  scheduled('sso.recheck_domains', '11 3 * * *', RecheckAllDomains),
  scheduled('sso.refresh_metadata', '31 3 * * *', RefreshMetadata),
  scheduled('sso.expiring_certificates', '51 3 * * *', AnnounceExpiringCertificates),
  scheduled('sso.purge_tests', '57 3 * * *', PurgeTests),
  VerifyDomain,
  { provide: CertificateWatch, useClass: SqlCertificateWatch },
  { provide: ConnectionGroupMappings, useClass: SqlConnectionGroupMappings },
  { provide: ClaimedDomains, useClass: TypeOrmClaimedDomains },
  { provide: ConnectionTests, useClass: TypeOrmConnectionTests },
  { provide: Connections, useClass: TypeOrmConnections },
  { provide: DomainNames, useClass: ListedDomainNames },
  { provide: DomainRecords, useClass: ResolvedRecords },
  { provide: ProviderAddresses, useClass: GuardedAddresses },
  { provide: Readiness, useClass: TypeOrmReadiness },
  { provide: KeyPairs, useClass: X509KeyPairs },
  { provide: ServiceKeys, useClass: TypeOrmServiceKeys },
];
