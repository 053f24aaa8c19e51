import { Get, Param } from '@nestjs/common';
import { Forbidden, NotFound } from '../../../shared/domain-error.js';
import { DescribeCapabilities } from '../../application/describe-capabilities.js';
import { type Discoverable, resourceTypes, serviceProviderConfig } from '../../domain/discovery.js';
import type { Provisioner } from '../../domain/provisioner.js';
import { sameName } from '../../domain/schema/definitions.js';
import type { JsonObject } from '../../domain/json.js';
import { USER_SCHEMA } from '../../domain/schema/urns.js';
import { wholeList } from './list-response.js';
import { CurrentProvisioner } from './provisioner.js';
import { EXAMPLE_URL } from './resource-examples.js';
import { ScimAnswers, ScimController, ScimQuery, type ScimQueryParameters } from './scim-route.js';

const [USER_TYPE = {}] = resourceTypes(EXAMPLE_URL);
const EXAMPLE_SCHEMA = {
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:Schema'],
  id: USER_SCHEMA,
  name: 'User',
  description: 'User Account',
  attributes: [],
};

/** RFC 7644 section 4: read only, complete, and without filters. */
@ScimController('')
export class DiscoveryController {
  constructor(private readonly describeCapabilities: DescribeCapabilities) {}

  @Get('ServiceProviderConfig')
  @ScimAnswers({
    summary: 'What the service can do',
    description: '`changePassword` follows the setting `directory_passwords` of the organization.',
    status: 200,
    example: serviceProviderConfig(EXAMPLE_URL, false),
    errors: [],
  })
  config(
    @CurrentProvisioner() { organizationId }: Provisioner,
    @ScimQuery() query: ScimQueryParameters,
  ): Promise<JsonObject> {
    refuseFilter(query);
    return this.describeCapabilities.execute(organizationId);
  }

  @Get('ResourceTypes')
  @ScimAnswers({
    summary: 'The types of resources',
    description: 'The Accept header is required here.',
    status: 200,
    example: wholeList([USER_TYPE]),
    errors: [],
  })
  types(@ScimQuery() query: ScimQueryParameters): JsonObject {
    refuseFilter(query);
    return wholeList(this.describeCapabilities.resourceTypes());
  }

  @Get('ResourceTypes/:id')
  @ScimAnswers({ summary: 'One type of resources', status: 200, example: USER_TYPE, errors: [404] })
  type(@Param('id') id: string): JsonObject {
    return withId(this.describeCapabilities.resourceTypes(), id, 'Resource type');
  }

  @Get('Schemas')
  @ScimAnswers({
    summary: 'The schemas of resources',
    status: 200,
    example: wholeList([EXAMPLE_SCHEMA]),
    errors: [],
  })
  schemas(@ScimQuery() query: ScimQueryParameters): JsonObject {
    refuseFilter(query);
    return wholeList(this.describeCapabilities.schemas());
  }

  @Get('Schemas/:id')
  @ScimAnswers({ summary: 'One schema, by its URN', status: 200, example: EXAMPLE_SCHEMA, errors: [404] })
  schema(@Param('id') id: string): JsonObject {
    return withId(this.describeCapabilities.schemas(), id, 'Schema');
  }
}

function refuseFilter({ filter }: ScimQueryParameters): void {
  if (filter !== undefined) throw new Forbidden('This list takes no filter (RFC 7644 section 4).');
}

/** Names and URNs alike are the same whatever their case. */
function withId(resources: readonly Discoverable[], id: string, what: string): JsonObject {
  const found = resources.find((each) => sameName(each.id, id));
  if (found === undefined) throw new NotFound(what);
  return found;
}
