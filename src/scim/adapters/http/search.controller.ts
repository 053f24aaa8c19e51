import { Post } from '@nestjs/common';
import type { JsonObject } from '../../domain/json.js';
import type { Provisioner } from '../../domain/provisioner.js';
import { CurrentProvisioner } from './provisioner.js';
import { EXAMPLE_SEARCH, EXAMPLE_USER, exampleListOf } from './resource-examples.js';
import { ResourceReader } from './resource-reader.js';
import { ScimAnswers, ScimBody, ScimController } from './scim-route.js';

@ScimController('')
export class SearchController {
  constructor(private readonly reader: ResourceReader) {}

  @Post('.search')
  @ScimAnswers({
    summary: 'Search users and groups at once',
    status: 200,
    example: exampleListOf(EXAMPLE_USER),
    takes: EXAMPLE_SEARCH,
    errors: [400],
  })
  search(@CurrentProvisioner() provisioner: Provisioner, @ScimBody() body: JsonObject): Promise<JsonObject> {
    return this.reader.search(provisioner, ['User', 'Group'], body);
  }
}
