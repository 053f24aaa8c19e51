import { Get, Param } from '@nestjs/common';
import { Forbidden, NotFound } from '../../../shared/domain-error.js';
import { DescribeCapabilities } from '../../application/describe-capabilities.js';
import type { Discoverable } from '../../../engines/scim-protocol/discovery.js';
import type { Provisioner } from '../../domain/provisioner.js';
import { sameName } from '../../../engines/scim-protocol/schema/definitions.js';
import type { JsonObject } from '../../../engines/scim-protocol/json.js';
import { wholeList } from './list-response.js';
import { CurrentProvisioner } from './provisioner.js';
import { ScimController, ScimOperation, ScimQuery, type ScimQueryParameters } from './scim-route.js';
import { ScimResourceType, ScimResourceTypeList, ScimSchema, ScimSchemaList, ScimServiceProviderConfig } from './discovery-response.js';
import { type Fixed, verbatim } from '../../../shared/sentence.js';

/** RFC 7644 section 4: read only, complete, and without filters. */
@ScimController('')
export class DiscoveryController {
  constructor(private readonly describeCapabilities: DescribeCapabilities) {}

  @Get('ServiceProviderConfig')
  @ScimOperation({
    id: 'scimReadServiceProviderConfig',
    summary: 'Read what the service supports',
    description: '`changePassword` follows the setting `directory_passwords` of the organization.',
    status: 200,
    answer: ScimServiceProviderConfig,
    errors: [400],
  })
  config(@CurrentProvisioner() { organizationId }: Provisioner, @ScimQuery() query: ScimQueryParameters): Promise<JsonObject> {
    refuseFilter(query);
    return this.describeCapabilities.execute(organizationId);
  }

  @Get('ResourceTypes')
  @ScimOperation({
    id: 'scimListResourceTypes',
    summary: 'List the types of resources',
    description: 'The `Accept` header is required here.',
    status: 200,
    answer: ScimResourceTypeList,
    errors: [400],
  })
  types(@ScimQuery() query: ScimQueryParameters): JsonObject {
    refuseFilter(query);
    return wholeList(this.describeCapabilities.resourceTypes());
  }

  @Get('ResourceTypes/:id')
  @ScimOperation({
    id: 'scimReadResourceType',
    summary: 'Read a type of resources',
    description: 'The `Accept` header is required here.',
    status: 200,
    answer: ScimResourceType,
    errors: [404],
  })
  type(@Param('id') id: string): JsonObject {
    return withId(this.describeCapabilities.resourceTypes(), id, 'Resource type');
  }

  @Get('Schemas')
  @ScimOperation({
    id: 'scimListSchemas',
    summary: 'List the schemas of resources',
    status: 200,
    answer: ScimSchemaList,
    errors: [400],
  })
  schemas(@ScimQuery() query: ScimQueryParameters): JsonObject {
    refuseFilter(query);
    return wholeList(this.describeCapabilities.schemas());
  }

  @Get('Schemas/:id')
  @ScimOperation({
    id: 'scimReadSchema',
    summary: 'Read a schema by its URN',
    status: 200,
    answer: ScimSchema,
    errors: [404],
  })
  schema(@Param('id') id: string): JsonObject {
    return withId(this.describeCapabilities.schemas(), id, 'Schema');
  }
}

function refuseFilter({ filter }: ScimQueryParameters): void {
  if (filter !== undefined) throw new Forbidden(verbatim('This list does not support filters (RFC 7644 section 4).'));
}

/** Names and URNs are both compared without regard to case. */
function withId(resources: readonly Discoverable[], id: string, what: Fixed): JsonObject {
  const found = resources.find((each) => sameName(each.id, id));
  if (found === undefined) throw new NotFound(what);
  return found;
}
