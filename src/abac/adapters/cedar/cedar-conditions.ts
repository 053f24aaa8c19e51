import type { PolicyJson } from '@cedar-policy/cedar-wasm/nodejs';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { Logger } from '../../../platform/logging/logger.js';
import { Unavailable } from '../../../shared/domain-error.js';
import {
  type Condition,
  Conditions,
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
        // A later set, or an empty one, took its place while the caller waited for something else.
        if (this.held.get(name) !== installed) return null;
        return this.holding(name, request)?.map(Number) ?? null;
      },
    };
  }

  tried(conditions: readonly TriedCondition[], request: PolicyRequest): readonly TriedCondition['id'][] | null {
    // Nothing else runs between the statements, so that one name is enough for all.
    const name = `${this.prefix}tried`;
    try {
      this.prepare(name, request.organizationId, conditions);
      return this.holding(name, request)?.map((key) => (key === UNSAVED ? null : Number(key))) ?? null;
    } finally {
      prepareSet(name, {});
    }
  }

  private prepare(name: string, organizationId: number, conditions: readonly TriedCondition[]): void {
    try {
      prepareSet(name, permitsOf(conditions));
    } catch (err) {
      this.logger.error({ err, organizationId }, 'data policies could not be loaded');
      throw new Unavailable(
        'The data policies of the organization cannot be loaded. Ask the operator to look at the log.',
      );
    }
  }

  private holding(name: string, request: PolicyRequest): readonly string[] | null {
    const answer = evaluated(name, cedarRequest(request));
    if (!('errors' in answer)) return answer.reason;
    const { organizationId } = request;
    // Without the errors: they hold values of attributes.
    this.logger.error({ organizationId, policies: answer.policies }, 'a data policy could not be evaluated');
    return null;
  }

  /** Cedar cannot forget a set, so an empty one takes its place. */
  remove(organizationId: number): void {
    const name = `${this.prefix}${organizationId}`;
    this.held.delete(name);
    prepareSet(name, {});
  }

  /** Not before all that decides has ended: an empty set refuses nothing. */
  onApplicationShutdown(): void {
    for (const name of this.held.keys()) prepareSet(name, {});
    this.held.clear();
  }
}

function permitsOf(conditions: readonly TriedCondition[]): Record<string, PolicyJson> {
  return Object.fromEntries(conditions.map(({ id, tree }) => [String(id ?? UNSAVED), tree as unknown as PolicyJson]));
}
