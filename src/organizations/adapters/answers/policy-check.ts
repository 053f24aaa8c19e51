import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../shared/caller.js';
import { type Permission, isAdministrative } from '../../../shared/permission.js';
import type { Place } from '../../../shared/ports/access-control.js';
import { Clock } from '../../../shared/ports/clock.js';
import type { Proof } from '../../../shared/proof.js';
import type { Reach, ReachOfWorkspaces } from '../../../shared/reach.js';
import { AccessPolicies, type PolicyAnswer, type PolicyQuestion } from '../../application/ports/access-policies.js';
import { Organizations } from '../../application/ports/organizations.js';

/** What was read for a request answers its further questions. A request that lasts, such as a stream, reads again. */
const KEPT_MS = 2_000;

interface EpochRead {
  readonly epoch: number | null;
  readonly at: number;
}

/** An organization, and what a person is in it. */
export interface Asked {
  readonly organizationId: number;
  readonly isAllowedByRoles: boolean;
  /** `undefined` when the caller is not a member; then it is looked up. */
  readonly epoch: number | null | undefined;
}

/**
 * Asks access policies about what the roles allow or leave open. They do not apply to what system administrators may do everywhere, because
 * those help an organization that has locked itself out. They do apply to what system administrators do with its data. A key for an AI
 * client never gets more than it was made for.
 */
@Injectable()
export class PolicyCheck {
  /** The epochs that were read for a request, whose caller is an object of its own. */
  private readonly epochs = new WeakMap<Caller, Map<number, EpochRead>>();

  constructor(
    private readonly policies: AccessPolicies,
    private readonly organizations: Organizations,
    private readonly clock: Clock,
  ) {}

  /** @returns `null` if no policy decides */
  async ask(caller: Caller, permission: Permission, place: Place, stands: Omit<Asked, 'organizationId'>): Promise<PolicyAnswer | null> {
    const [question] = await this.questions(caller, permission, [{ ...stands, organizationId: place.organizationId }]);
    if (question === undefined) return null;
    const answer = await this.policies.decide({ ...question, place });
    return answer.isOfRoles ? null : answer;
  }

  /** The proofs missing for what a policy has just refused, see `AccessPolicies`. */
  async missingProofs(caller: Caller, permission: Permission, place: Place): Promise<readonly Proof[]> {
    const { organizationId } = place;
    const stands = { organizationId, isAllowedByRoles: true, epoch: this.epochRead(caller, organizationId) };
    const [question] = await this.questions(caller, permission, [stands]);
    return question === undefined ? [] : this.policies.missingProofs({ ...question, place });
  }

  /** @returns the organizations among these where the caller may */
  async among(caller: Caller, permission: Permission, asked: readonly Asked[]): Promise<readonly number[]> {
    const questions = await this.questions(caller, permission, asked);
    const answers = questions.length === 0 ? [] : await this.policies.decideEach(questions);
    const byPolicy = new Map(questions.map(({ place }, index) => [place.organizationId, answers[index]?.isAllowed === true]));
    return asked
      .filter(({ organizationId, isAllowedByRoles }) => byPolicy.get(organizationId) ?? isAllowedByRoles)
      .map(({ organizationId }) => organizationId);
  }

  async refused(
    caller: Caller,
    permission: Permission,
    reach: Reach | ReachOfWorkspaces,
    organizationIds: readonly number[],
  ): Promise<readonly number[]> {
    const refused: number[] = [];
    for (const question of await this.allowedByRoles(caller, permission, organizationIds))
      refused.push(...(await this.policies.refused(question, reach)));
    return refused;
  }

  async refusedOrganizations(caller: Caller, permission: Permission, organizationIds: readonly number[]): Promise<readonly number[]> {
    const questions = await this.allowedByRoles(caller, permission, organizationIds);
    const answers = questions.length === 0 ? [] : await this.policies.decideEach(questions);
    return questions.flatMap(({ place }, index) => (answers[index]?.isAllowed === true ? [] : [place.organizationId]));
  }

  private allowedByRoles(caller: Caller, permission: Permission, organizationIds: readonly number[]) {
    const asked = organizationIds.map((organizationId) => {
      return { organizationId, isAllowedByRoles: true, epoch: this.epochRead(caller, organizationId) };
    });
    return this.questions(caller, permission, asked);
  }

  /** As this request has read it a moment ago; `undefined` if it has to be read. */
  epochRead(caller: Caller, organizationId: number): number | null | undefined {
    const read = this.epochs.get(caller)?.get(organizationId);
    return read !== undefined && this.clock.now().getTime() - read.at < KEPT_MS ? read.epoch : undefined;
  }

  private async questions(caller: Caller, permission: Permission, asked: readonly Asked[]): Promise<readonly PolicyQuestion[]> {
    if (caller.isSystemAdmin && isAdministrative(permission)) return [];
    const unknown = asked.filter(({ epoch }) => epoch === undefined).map(({ organizationId }) => organizationId);
    const found = unknown.length === 0 ? null : await this.organizations.policyEpochsOf(unknown);
    const remembered = this.epochs.get(caller) ?? new Map<number, EpochRead>();
    this.epochs.set(caller, remembered);
    const at = this.clock.now().getTime();
    return asked.flatMap(({ organizationId, isAllowedByRoles, epoch: read }) => {
      const epoch = read === undefined ? (found?.get(organizationId) ?? null) : read;
      if (read === undefined || this.epochRead(caller, organizationId) !== read) remembered.set(organizationId, { epoch, at });
      if (epoch === null || (!isAllowedByRoles && caller.key?.permissions.includes(permission) === false)) return [];
      return [{ caller, permission, place: { organizationId }, epoch, isAllowedByRoles }];
    });
  }
}
