import { Global, Module } from '@nestjs/common';
import { MappingController } from './adapters/http/mapping.controller.js';
import { ScimDoor } from './adapters/http/scim-door.js';
import { OrganizationGrants } from './adapters/organizations/organization-grants.js';
import { SqlGroupMappings } from './adapters/persistence/sql-group-mappings.js';
import { SqlGroupMembers } from './adapters/persistence/sql-group-members.js';
import { SqlResources } from './adapters/persistence/sql-resources.js';
import { SqlScimTokens } from './adapters/persistence/sql-scim-tokens.js';
import { ApplyMapping } from './application/apply-mapping.js';
import { AuthenticateProvisioner } from './application/authenticate-provisioner.js';
import { ChangeGroup } from './application/change-group.js';
import { ChangeMembers } from './application/change-members.js';
import { CreateGroup } from './application/create-group.js';
import { DeleteGroup } from './application/delete-group.js';
import { EnterScimToken } from './application/enter-scim-token.js';
import { PatchGroup } from './application/patch-group.js';
import { ReadMapping } from './application/read-mapping.js';
import { ReplaceGroup } from './application/replace-group.js';
import { ReplaceMapping } from './application/replace-mapping.js';
import { Grants } from './application/ports/grants.js';
import { GroupMappings } from './application/ports/group-mappings.js';
import { GroupMembers } from './application/ports/group-members.js';
import { Resources } from './application/ports/resources.js';
import { ScimTokens } from './application/ports/scim-tokens.js';

@Global()
@Module({
  controllers: [MappingController],
  providers: [
    ApplyMapping,
    AuthenticateProvisioner,
    ChangeGroup,
    ChangeMembers,
    CreateGroup,
    DeleteGroup,
    EnterScimToken,
    PatchGroup,
    ReadMapping,
    ReplaceGroup,
    ReplaceMapping,
    ScimDoor,
    { provide: Grants, useClass: OrganizationGrants },
    { provide: GroupMappings, useClass: SqlGroupMappings },
    { provide: GroupMembers, useClass: SqlGroupMembers },
    { provide: Resources, useClass: SqlResources },
    { provide: ScimTokens, useClass: SqlScimTokens },
  ],
})
export class ScimModule {}
