import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { Caller } from '../../../shared/caller.js';
import { chargeOrganizationBy } from '../request-context.js';
import { type Quota, Quotas } from './quotas.js';

/** How much more all accounts of an organization together may do than one account. */
const PEOPLE = 5;

interface ClassOfRoutes {
  readonly ofAccount: Quota;
  readonly ofOrganization: Quota;
}

const READ = classOf('read', 12_000);
const WRITE = classOf('write', 6_000);
const HEAVY = classOf('heavy', 3_000);

/** Requests that ask another system, or read a whole table: queries and their checks, models, discoveries, exports, plans. */
const HEAVY_ROUTES =
  /\/(query|query\/validate|saved-questions\/:question_id\/run|ask|execute|discover-schema|test|again|verify|export|import|preview|diagram)$|\/migration-plan\/:\w+$/;

/** Runs when the caller is known: each request counts for its account, and for the organization once that is known. */
@Injectable()
export class QuotaGuard implements CanActivate {
  private readonly classes = new Map<unknown, ClassOfRoutes>();

  constructor(private readonly quotas: Quotas) {}

  canActivate(context: ExecutionContext): boolean {
    const http = context.switchToHttp();
    const request = http.getRequest<Request & { caller?: Caller }>();
    const { caller } = request;
    if (caller === undefined) return true;
    const { ofAccount, ofOrganization } = this.classOf(context.getHandler(), request);
    const response = http.getResponse<Response>();
    this.quotas.charge(response, String(caller.userId), ofAccount);
    chargeOrganizationBy((organizationId) => this.quotas.charge(response, String(organizationId), ofOrganization));
    return true;
  }

  private classOf(handler: unknown, request: Request): ClassOfRoutes {
    const known = this.classes.get(handler);
    if (known !== undefined) return known;
    const { path } = (request as { route: { path: string } }).route;
    const isReading = request.method === 'GET' || request.method === 'HEAD';
    const isPlan = path.endsWith('migration-plan/:organization_id') && isReading;
    const found = HEAVY_ROUTES.test(path) && !isPlan ? HEAVY : isReading ? READ : WRITE;
    this.classes.set(handler, found);
    return found;
  }
}

function classOf(name: string, perMinute: number): ClassOfRoutes {
  return {
    ofAccount: { name, perMinute },
    ofOrganization: { name: `organization-${name}`, perMinute: perMinute * PEOPLE },
  };
}
