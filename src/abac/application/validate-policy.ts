import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import { AccessControl } from '../../shared/ports/access-control.js';
import { type Example, type ExampleOutcome } from '../domain/example.js';
import type { PublishedFrom } from '../domain/request-contexts.js';
import { CheckContent } from './check-content.js';
import { ForecastKeptOut, type KeptOut } from './forecast-kept-out.js';
import { JudgePublication } from './judge-publication.js';
import { WarnOfNames } from './warn-of-names.js';
import type { PolicyProblem } from '../domain/policy-problem.js';
import { type CheckedText, type Lost, PolicyChecks } from './ports/policy-checks.js';

export interface Validation {
  readonly checked: CheckedText;
  readonly outcomes: readonly ExampleOutcome[];
  /** Names that are accepted but may be mistakes. */
  readonly warnings: readonly PolicyProblem[];
  /** Owners who would be locked out if the text were published now; `null`: the caller may not see facts about people. */
  readonly lockedOut: readonly Lost[] | null;
  /** Members for whom a proof is missing; `null` as above. */
  readonly keptOut: KeptOut | null;
}

@Injectable()
export class ValidatePolicy {
  constructor(
    private readonly access: AccessControl,
    private readonly checks: PolicyChecks,
    private readonly checkContent: CheckContent,
    private readonly judgePublication: JudgePublication,
    private readonly forecastKeptOut: ForecastKeptOut,
    private readonly warnOfNames: WarnOfNames,
  ) {}

  /**
   * Keeps nothing.
   * @param input.replaces the policy whose active version the text would replace @throws Forbidden, ValidationFailed, Unavailable
   */
  async execute(input: {
    readonly caller: Caller;
    readonly organizationId: number;
    readonly text: string;
    readonly examples: readonly Example[];
    readonly replaces: number | null;
    readonly from: PublishedFrom;
  }): Promise<Validation> {
    const { caller, organizationId, text, examples, replaces, from } = input;
    await this.access.require(caller, 'abac.manage', { organizationId });
    const checked = await this.checks.check(organizationId, text);
    if (!checked.isValid) return { checked, outcomes: [], warnings: [], lockedOut: [], keptOut: null };
    const { tree } = checked.content;
    const outcomes = await this.checkContent.outcomes(organizationId, { tree, examples });
    const unknown = await this.warnOfNames.inVersion({ organizationId, text, tree, examples });
    const warnings = [...checked.warnings, ...unknown];
    // Otherwise a text that asks for an attribute would reveal it, owner by owner.
    const readers = await this.access.where(caller, 'abac.read');
    if (!readers.includes(organizationId)) return { checked, outcomes, warnings, lockedOut: null, keptOut: null };
    const { lost } = await this.judgePublication.lockedOut({ organizationId, replaces, tree, from });
    const keptOut = await this.forecastKeptOut.execute(organizationId, checked.content, from);
    return { checked, outcomes, warnings, lockedOut: lost, keptOut };
  }
}
