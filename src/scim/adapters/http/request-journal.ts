import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { currentOrigin } from '../../../platform/http/request-context.js';
import { Metrics } from '../../../platform/metrics/metrics.js';
import { Clock } from '../../../shared/ports/clock.js';
import { RecordRequest } from '../../application/record-request.js';
import type { Provisioner } from '../../domain/provisioner.js';
import { attributesNamedIn, redactedPath } from '../../domain/redaction.js';
import type { ResourceTypeName } from '../../../engines/scim-protocol/schema/resource-type.js';
import { noteIn } from './resource-head.js';
import type { ScimError } from './scim-error.js';

const CLIENT_CLOSED_REQUEST = 499;

/** What the request has shown of itself by the time it is over. */
export interface Traced {
  provisioner?: Provisioner;
  error?: ScimError;
}

/** Writes each request of a provisioner into the log of the organization once its answer has gone out, and counts all of them. */
@Injectable()
export class RequestJournal {
  private readonly count: (labels: { readonly client: string; readonly method: string; readonly status_class: string }) => void;

  constructor(
    private readonly recordRequest: RecordRequest,
    private readonly clock: Clock,
    metrics: Metrics,
  ) {
    this.count = metrics.labelledCounter(
      'headgate_scim_requests_total',
      'Requests below /scim/v2 by the directory that its User-Agent names, method and class of the status',
      ['client', 'method', 'status_class'],
    );
  }

  follow(request: Request & { body?: unknown }, response: Response, traced: Traced): void {
    const startedAt = performance.now();
    // Express cuts the root off before this; what may remain in front is the server of a request for a proxy.
    const below = request.url.replace(/^[a-z]+:\/\/[^/?]*/i, '');
    const occurredAt = this.clock.now();
    const origin = currentOrigin();
    response.once('close', () => {
      const { provisioner, error } = traced;
      const { method } = request;
      const status = response.writableFinished ? response.statusCode : CLIENT_CLOSED_REQUEST;
      this.count({
        client: clientOf(origin?.userAgent ?? ''),
        method: METHODS.includes(method) ? method : 'other',
        status_class: `${Math.floor(status / 100)}xx`,
      });
      if (provisioner === undefined) return;
      this.recordRequest.execute(provisioner, {
        requestId: origin?.requestId ?? '',
        occurredAt,
        method,
        path: redactedPath(below),
        ...aboutOf(below, response.get('Location')),
        status,
        error: error ?? null,
        note: noteIn(response),
        changes: isAboutResources(below) ? attributesNamedIn(method, request.body) : null,
        durationMs: Math.round(performance.now() - startedAt),
        ip: origin?.ip ?? null,
      });
    });
  }
}

const METHODS: readonly string[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** The directories that send a name of their own. All other values are counted as one series. */
function clientOf(userAgent: string): string {
  if (/^okta\b/i.test(userAgent)) return 'okta';
  return /^(azure ?active ?directory|microsoft)/i.test(userAgent) ? 'entra' : 'other';
}

const RESOURCE = /^\/(user|group)s(?:\/([0-9a-f-]{36}))?(?=[/?]|$)/i;

/** Which resource: that of the path, or the one that was made. */
function aboutOf(path: string, location: string | undefined): { resourceType: ResourceTypeName | null; resourceId: string | null } {
  const [, type, id] = RESOURCE.exec(path) ?? [];
  if (type === undefined) return { resourceType: null, resourceId: null };
  const resourceId = id ?? location?.split('/').at(-1) ?? null;
  return {
    resourceType: type.toLowerCase() === 'user' ? 'User' : 'Group',
    resourceId: resourceId?.toLowerCase() ?? null,
  };
}

function isAboutResources(path: string): boolean {
  return RESOURCE.test(path) && !path.toLowerCase().includes('/.search');
}
