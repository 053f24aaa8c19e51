import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import { ValidationFailed } from '../../shared/domain-error.js';
import { AccessControl } from '../../shared/ports/access-control.js';
import { compile } from '../domain/renderer.js';
import { FillIn, type FilledIn } from './fill-in.js';
import { ParameterDefinitions } from './ports/parameter-values.js';

/** Fills in what an author has written and not stored. */
@Injectable()
export class RenderText {
  constructor(
    private readonly access: AccessControl,
    private readonly definitions: ParameterDefinitions,
    private readonly fillIn: FillIn,
  ) {}

  /** @throws Forbidden, ValidationFailed with all that is wrong with the parameters or with their values */
  async execute(input: {
    caller: Caller;
    organizationId: number;
    text: string;
    parameters: readonly unknown[];
    values: Readonly<Record<string, unknown>>;
  }): Promise<FilledIn> {
    const { caller, organizationId, text, parameters: given, values } = input;
    await this.access.requireWithin(caller, 'template.write', organizationId);
    const { parameters, problems } = this.definitions.normalized(given);
    if (problems.length > 0) throw new ValidationFailed(problems);
    try {
      return this.fillIn.execute(compile(text), parameters, values);
    } catch (error) {
      if (!(error instanceof ValidationFailed)) throw error;
      // Beside a stored template the values are called `parameters`; here those are the definitions.
      const details = error.details ?? [];
      throw new ValidationFailed(details.map(({ field, message }) => ({ field: field.replace(/^parameters\b/, 'values'), message })));
    }
  }
}
