import type { PolicyJson } from '@cedar-policy/cedar-wasm/nodejs';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { Logger } from '../../../platform/logging/logger.js';
import { OnceAMinute } from '../../../platform/logging/once-a-minute.js';
import { Metrics } from '../../../platform/metrics/metrics.js';
import { Unavailable } from '../../../shared/domain-error.js';
import { type Permission, includedIn } from '../../../shared/permission.js';
import { Clock } from '../../../shared/ports/clock.js';
import { type InstalledSet, PolicyEngine } from '../../application/ports/policy-engine.js';
import { type DecidingPolicy, type PolicyDecision, type PolicyRequest, type Resource, actsIn } from '../../domain/policy-request.js';
import type { PolicyInForce, PolicySet } from '../../domain/policy-set.js';
import { canSpeakOf } from '../../domain/policy-scope.js';
import { ROLES, basePermit, cedarId, inverted } from './cedar-policies.js';
import { evaluated, prepareSet } from './cedar-evaluation.js';
import { cedarRequest } from './cedar-request.js';
import { decidedByActs } from './decided-by-acts.js';

/** A workspace or a data source by its id, in the tree of a policy. */
const NAMED = /"type":"(?:Workspace|DataSource)","id":|"id":"[^"]*","type":"(?:Workspace|DataSource)"/;
/** What a set weighs without policies. */
const LEAST_BYTES = 2_048;
let engines = 0;

/**
 * Fails closed: whatever Cedar cannot evaluate is refused. Cedar itself skips a policy with an error, and a `forbid`
 * that is skipped permits.
 */
@Injectable()
export class CedarEngine extends PolicyEngine implements OnApplicationShutdown {
  /** Cedar keeps sets by name for the whole thread, which other applications of the process share. */
  private readonly prefix = `${(engines += 1)}:org:`;
  private readonly names = new Set<string>();
  /** The set of each organization that Cedar has now. */
  private readonly current = new Map<number, PolicySet>();
  private readonly countError;
  private readonly onceAMinute: OnceAMinute;

  constructor(
    private readonly logger: Logger,
    metrics: Metrics,
    clock: Clock,
  ) {
    super();
    this.onceAMinute = new OnceAMinute(clock);
    this.countError = metrics.labelledCounter(
      'headgate_policy_errors_total',
      'Decisions that were refused because a policy could not be evaluated, and sets of policies that could not be loaded',
      ['kind'],
      [{ kind: 'evaluation' }, { kind: 'set' }],
    );
  }

  install(set: PolicySet): InstalledSet {
    const { organizationId, epoch } = set;
    const [active, shadow] = [this.nameOf(organizationId), `${this.nameOf(organizationId)}:shadow`];
    const known = new Map([...set.active, ...set.shadow].map((policy) => [cedarId(policy), policy]));
    try {
      this.prepare(active, { [ROLES]: basePermit(), ...treesOf(set.active) });
      this.prepare(shadow, inverted(treesOf(set.shadow)));
    } catch (err) {
      this.onceAMinute.note(`set ${organizationId}`, (times) =>
        this.logger.error({ err, organizationId, epoch, times }, 'policies could not be loaded'),
      );
      this.countError({ kind: 'set' });
      throw new Unavailable('The access policies of the organization cannot be loaded. Ask the operator to look at the log.');
    }
    this.current.set(organizationId, set);
    const speaks = speaking([...set.active, ...set.shadow]);
    // Nobody passes Cedar by a set that was removed: it fails whatever is asked.
    const isCurrent = () => this.current.get(organizationId) === set;
    const written = JSON.stringify(set.active);
    return {
      epoch,
      bytes: LEAST_BYTES + written.length + JSON.stringify(set.shadow).length,
      namesResources: NAMED.test(written),
      permits: [...set.active, ...set.shadow].some(({ tree }) => tree['effect'] === 'permit'),
      concerns: (action, on) => !isCurrent() || [action, ...includedIn(action, on)].some((act) => speaks(act, on)),
      decide: (request) => decidedByActs(request, (act) => this.decide(active, known, act)),
      shadow: (request, decided) => this.shadow(shadow, set.shadow, request, decided),
    };
  }

  /** Cedar cannot forget a set, so an empty one takes its place. */
  remove(organizationId: number): void {
    this.current.delete(organizationId);
    for (const name of [this.nameOf(organizationId), `${this.nameOf(organizationId)}:shadow`]) {
      this.prepare(name, {});
      this.names.delete(name);
    }
  }

  /** Wait until every running decision has ended: an empty set refuses nothing. */
  onApplicationShutdown(): void {
    this.current.clear();
    for (const name of this.names) this.prepare(name, {});
  }

  private decide(name: string, known: ReadonlyMap<string, DecidingPolicy>, request: PolicyRequest): PolicyDecision {
    const answer = evaluated(name, cedarRequest(request));
    if ('errors' in answer)
      return this.failed(
        request,
        answer.errors,
        answer.policies.flatMap((id) => named(known, id)),
      );
    const isAllowed = answer.decision === 'allow';
    // Every set permits what roles allow, so only an emptied one has nothing to say of it.
    if (!isAllowed && request.allowedByRoles && answer.reason.length === 0)
      return this.failed(request, ['The policies are not loaded.'], []);
    const isOfRoles = isAllowed ? answer.reason.includes(ROLES) : answer.reason.length === 0;
    const policies = isOfRoles ? [] : answer.reason.flatMap((id) => named(known, id));
    return { isAllowed, reason: isOfRoles ? 'roles' : 'policy', policies, errors: [] };
  }

  /** Nothing more is asked about what is already refused. */
  private shadow(name: string, policies: readonly PolicyInForce[], request: PolicyRequest, decided: PolicyDecision): PolicyDecision | null {
    if (policies.length === 0) return null;
    for (const act of decided.isAllowed ? actsIn(request) : [request]) {
      const answer = this.shadowOfAct(name, policies, act, decided);
      if (answer !== null) return answer;
    }
    return null;
  }

  /** In the set of the shadow every policy permits, so that Cedar names all that match. */
  private shadowOfAct(
    name: string,
    policies: readonly PolicyInForce[],
    request: PolicyRequest,
    decided: PolicyDecision,
  ): PolicyDecision | null {
    const answer = evaluated(name, cedarRequest(request));
    if ('errors' in answer) {
      const failing = policies.filter((policy) => answer.policies.includes(cedarId(policy)));
      return { isAllowed: false, reason: 'pdp_error', policies: failing.map(plain), errors: answer.errors };
    }
    const matching = policies.filter((policy) => answer.reason.includes(cedarId(policy)));
    const refusing = matching.filter(({ tree }) => tree['effect'] === 'forbid');
    if (decided.isAllowed && refusing.length > 0) return { isAllowed: false, reason: 'policy', policies: refusing.map(plain), errors: [] };
    const isRefusedByRoles = !decided.isAllowed && decided.reason === 'roles';
    if (isRefusedByRoles && matching.length > 0 && refusing.length === 0)
      return { isAllowed: true, reason: 'policy', policies: matching.map(plain), errors: [] };
    return null;
  }

  /** The record of the decision has the errors. They hold values of attributes, so the log leaves their text out. */
  private failed({ organizationId }: PolicyRequest, errors: readonly string[], policies: readonly DecidingPolicy[]): PolicyDecision {
    const which = policies.length > 0 ? { policies: policies.map(cedarId) } : { errors };
    this.onceAMinute.note(`${organizationId} ${policies.map(cedarId).join(' ')}`, (times) =>
      this.logger.error({ organizationId, kind: 'pdp_error', ...which, times }, 'a policy could not be evaluated'),
    );
    this.countError({ kind: 'evaluation' });
    return { isAllowed: false, reason: 'pdp_error', policies, errors };
  }

  private prepare(name: string, staticPolicies: Record<string, PolicyJson>): void {
    prepareSet(name, staticPolicies);
    this.names.add(name);
  }

  private nameOf(organizationId: number): string {
    return `${this.prefix}${organizationId}`;
  }
}

/** Whether one of the policies can say something about an act on such a thing. */
function speaking(policies: readonly PolicyInForce[]): (action: Permission, on: Resource['type']) => boolean {
  const known = new Map<string, boolean>();
  return (action, on) => {
    const key = `${action} ${on}`;
    const speaks = known.get(key) ?? policies.some(({ tree }) => canSpeakOf(tree, action, on));
    known.set(key, speaks);
    return speaks;
  };
}

function treesOf(policies: readonly PolicyInForce[]): Record<string, PolicyJson> {
  return Object.fromEntries(policies.map((policy) => [cedarId(policy), policy.tree as unknown as PolicyJson]));
}

function named(known: ReadonlyMap<string, DecidingPolicy>, id: string): readonly DecidingPolicy[] {
  const policy = known.get(id);
  return policy === undefined ? [] : [plain(policy)];
}

function plain({ id, name, version }: DecidingPolicy): DecidingPolicy {
  return { id, name, version };
}
