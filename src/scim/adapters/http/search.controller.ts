import { Post } from '@nestjs/common';
import type { JsonObject } from '../../../engines/scim-protocol/json.js';
import type { Provisioner } from '../../domain/provisioner.js';
import { CurrentProvisioner } from './provisioner.js';
import { ResourceReader } from './resource-reader.js';
import { ScimBody, ScimController, ScimOperation } from './scim-route.js';
import { ScimResourceList, ScimSearch } from './scim-schemas.js';

@ScimController('')
export class SearchController {
  constructor(private readonly reader: ResourceReader) {}

  @Post('.search')
  @ScimOperation({
    id: 'scimSearch',
    summary: 'Search users and groups at once',
    status: 200,
    answer: ScimResourceList,
    takes: ScimSearch,
    errors: [400],
  })
  search(@CurrentProvisioner() provisioner: Provisioner, @ScimBody() body: JsonObject): Promise<JsonObject> {
    return this.reader.search(provisioner, ['User', 'Group'], body);
  }
}
