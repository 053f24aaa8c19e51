import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import { AccessControl } from '../../shared/ports/access-control.js';
import { type Example, type ExampleOutcome, checkExamples } from '../domain/example.js';
import { CheckContent } from './check-content.js';
import { type CheckedText, PolicyChecks } from './ports/policy-checks.js';

@Injectable()
export class ValidatePolicy {
  constructor(
    private readonly access: AccessControl,
    private readonly checks: PolicyChecks,
    private readonly checkContent: CheckContent,
  ) {}

  /** Keeps nothing. @throws Forbidden, ValidationFailed, Unavailable */
  async execute(input: {
    readonly caller: Caller;
    readonly organizationId: number;
    readonly text: string;
    readonly examples: readonly Example[];
  }): Promise<{ readonly checked: CheckedText; readonly outcomes: readonly ExampleOutcome[] }> {
    const { caller, organizationId, text, examples } = input;
    await this.access.require(caller, 'abac.manage', { organizationId });
    checkExamples(examples);
    const checked = await this.checks.check(organizationId, text);
    if (!checked.isValid) return { checked, outcomes: [] };
    const { tree } = checked.content;
    return { checked, outcomes: await this.checkContent.outcomes(organizationId, { tree, examples }) };
  }
}
