import type { PolicyJson } from '@cedar-policy/cedar-wasm/nodejs';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { Logger } from '../../../platform/logging/logger.js';
import { Unavailable } from '../../../shared/domain-error.js';
import {
  type Condition,
  Conditions,
  type Holding,
  type InstalledConditions,
  type TriedCondition,
} from '../../application/ports/conditions.js';
import type { PolicyRequest } from '../../domain/policy-request.js';
import { evaluated, prepareSet } from './cedar-evaluation.js';
import { cedarRequest } from './cedar-request.js';

/** The name of the one policy that has no id. */
const UNSAVED = 'unsaved';

let engines = 0;

/** Each condition is a permit of its own, so that Cedar names all that hold. */
@Injectable()
export class CedarConditions extends Conditions implements OnApplicationShutdown {
  /** Cedar keeps sets by name for the whole thread, which other applications of the process share. */
  private readonly prefix = `data:${(engines += 1)}:`;
  /** Which installation each set of Cedar holds. */
  private readonly held = new Map<string, symbol>();

  constructor(private readonly logger: Logger) {
    super();
  }

  install(organizationId: number, conditions: readonly Condition[]): InstalledConditions {
    const name = `${this.prefix}${organizationId}`;
    const installed = Symbol(name);
    this.prepare(name, organizationId, conditions);
    this.held.set(name, installed);
    return {
      holding: (request) => {
        // A later set, or an empty one, has replaced it while the caller waited.
        if (this.held.get(name) !== installed) return null;
        return this.holding(name, request, conditions);
      },
    };
  }

  tried(conditions: readonly TriedCondition[], request: PolicyRequest): Holding<TriedCondition['id']> {
    // Nothing else runs between the statements, so that one name is enough for all.
    const name = `${this.prefix}tried`;
    try {
      this.prepare(name, request.organizationId, conditions);
      return this.holding(name, request, conditions);
    } finally {
      prepareSet(name, {});
    }
  }

  private prepare(name: string, organizationId: number, conditions: readonly TriedCondition[]): void {
    try {
      prepareSet(name, permitsOf(conditions));
    } catch (err) {
      this.logger.error({ err, organizationId }, 'data policies could not be loaded');
      throw new Unavailable('The data policies of the organization cannot be loaded. Ask the operator to look at the log.');
    }
  }

  private holding<Id extends TriedCondition['id']>(
    name: string,
    request: PolicyRequest,
    conditions: readonly { readonly id: Id }[],
  ): Holding<Id> {
    const answer = evaluated(name, cedarRequest(request));
    const named = (keys: readonly string[]): Id[] => conditions.flatMap(({ id }) => (keys.includes(keyOf(id)) ? [id] : []));
    if (!('errors' in answer)) return { holding: named(answer.reason), failing: [] };
    const { errors, policies, reason } = answer;
    // What is known of the person fits no policy.
    if (policies.length === 0) return { holding: [], failing: conditions.map(({ id }) => ({ id, cause: errors.join(' ') })) };
    const failing = named(policies).map((id) => ({ id, cause: errors[policies.indexOf(keyOf(id))] ?? '' }));
    return { holding: named(reason), failing };
  }

  /** Cedar cannot forget a set, so an empty one takes its place. */
  remove(organizationId: number): void {
    const name = `${this.prefix}${organizationId}`;
    this.held.delete(name);
    prepareSet(name, {});
  }

  /** Wait until every running decision has ended: an empty set refuses nothing. */
  onApplicationShutdown(): void {
    for (const name of this.held.keys()) prepareSet(name, {});
    this.held.clear();
  }
}

function permitsOf(conditions: readonly TriedCondition[]): Record<string, PolicyJson> {
  return Object.fromEntries(conditions.map(({ id, tree }) => [keyOf(id), tree as unknown as PolicyJson]));
}

function keyOf(id: TriedCondition['id']): string {
  return String(id ?? UNSAVED);
}
