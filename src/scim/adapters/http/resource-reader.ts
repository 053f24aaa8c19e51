import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { FindResource } from '../../application/find-resource.js';
import { ListResources } from '../../application/list-resources.js';
import { RepresentResources } from '../../application/represent-resources.js';
import type { JsonObject } from '../../../engines/scim-protocol/json.js';
import { type Projection, projectionOf } from '../../../engines/scim-protocol/projection.js';
import type { Provisioner } from '../../domain/provisioner.js';
import { requireSchema } from '../../../engines/scim-protocol/read-resource.js';
import type { Resource } from '../../domain/resource.js';
import type { ResourceTypeName } from '../../../engines/scim-protocol/schema/resource-type.js';
import { SEARCH_MESSAGE } from '../../../engines/scim-protocol/schema/urns.js';
import { readSearchRequest } from '../../../engines/scim-protocol/search-request.js';
import { listResponse } from './list-response.js';
import { isKnown, sendVersion } from './resource-head.js';
import type { ScimQueryParameters } from './scim-route.js';

/** Reading is the same at every address. */
@Injectable()
export class ResourceReader {
  constructor(
    private readonly findResource: FindResource,
    private readonly listResources: ListResources,
    private readonly representResources: RepresentResources,
  ) {}

  async list(provisioner: Provisioner, types: readonly ResourceTypeName[], query: ScimQueryParameters): Promise<JsonObject> {
    const request = readSearchRequest(query as JsonObject);
    return listResponse(await this.listResources.execute({ provisioner, types, request }));
  }

  /** RFC 7644 section 3.4.3. @throws InvalidSyntax for another message */
  async search(provisioner: Provisioner, types: readonly ResourceTypeName[], body: JsonObject): Promise<JsonObject> {
    requireSchema(body, SEARCH_MESSAGE);
    const request = readSearchRequest(body);
    return listResponse(await this.listResources.execute({ provisioner, types, request }));
  }

  /** @returns nothing, with 304, for the version that the client has already */
  async one(
    provisioner: Provisioner,
    { type, id }: { readonly type: ResourceTypeName; readonly id: string },
    query: ScimQueryParameters,
    { request, response }: { readonly request: Request; readonly response: Response },
  ): Promise<JsonObject | undefined> {
    const projection = projectionOf(query);
    const resource = await this.findResource.execute({ provisioner, type, id });
    sendVersion(response, resource);
    if (isKnown(request, resource)) {
      response.status(304);
      return undefined;
    }
    return this.show(provisioner, resource, projection);
  }

  /** For the header `Location` of what was made. */
  locationOf(resource: Pick<Resource, 'type' | 'id'>): string {
    return this.representResources.locationOf(resource);
  }

  async show(provisioner: Provisioner, resource: Resource, projection: Projection): Promise<JsonObject | undefined> {
    return (await this.representResources.execute({ provisioner, resources: [resource], projection }))[0];
  }

  /**
   * As `show`, for what the request has made. If a membership had made it before, it is at its second version by then.
   */
  async showMade(provisioner: Provisioner, resource: Resource, projection: Projection): Promise<JsonObject | undefined> {
    const areNew = resource.version === 1;
    return (await this.representResources.execute({ provisioner, resources: [resource], projection, areNew }))[0];
  }
}
