import { type Permission, includedIn } from '../../shared/permission.js';
import type { RequestContext, UserAttributes } from './attributes.js';

export interface Principal {
  readonly userId: number;
  readonly attributes: UserAttributes;
  /** What administrators say about the member, such as `regions: ['EU']`; tags in Cedar. */
  readonly own: Readonly<Record<string, readonly string[]>>;
}

export type Resource =
  | { readonly type: 'Organization' }
  | {
      readonly type: 'Workspace' | 'DataSource';
      readonly id: number;
      readonly labels: readonly string[];
      /** Of the workspace that holds a data source; missing and `null` for what belongs to the organization itself. */
      readonly workspaceId?: number | null;
    };

/** Plain data: the engine makes entities of it. */
export interface PolicyRequest {
  readonly organizationId: number;
  /**
   * The set of policies that has to decide: `abac_epochs.epoch`, read from the primary in the statement that reads what
   * the person holds. Organizations without a row, or where `is_deciding` is false, have nothing to ask.
   */
  readonly epoch: number;
  readonly allowedByRoles: boolean;
  /** An emergency account stays outside of policies: it is the way back in when they lock everyone out. */
  readonly isBreakGlass: boolean;
  readonly principal: Principal;
  readonly action: Permission;
  readonly resource: Resource;
  readonly context: RequestContext;
}

export interface DecidingPolicy {
  readonly id: number;
  readonly name: string;
  readonly version: number;
}

export interface PolicyDecision {
  readonly isAllowed: boolean;
  /**
   * `roles`: no policy changes what the roles say. `policy`: those in `policies` decide. `pdp_error`: a policy could
   * not be evaluated, which refuses. `break_glass`: policies were not asked.
   */
  readonly reason: 'roles' | 'policy' | 'pdp_error' | 'break_glass';
  readonly policies: readonly DecidingPolicy[];
  /** For administrators, not for the person who is refused. */
  readonly errors: readonly string[];
}

/**
 * What is asked of policies about an act: whether they allow it, and then everything that it includes. The roles have been asked about
 * the act alone.
 */
export function actsIn(request: PolicyRequest): readonly [PolicyRequest, ...PolicyRequest[]] {
  const included = includedIn(request.action, request.resource.type);
  return [request, ...included.map((action) => ({ ...request, action, allowedByRoles: true }))];
}
