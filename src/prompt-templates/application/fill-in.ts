import { Injectable } from '@nestjs/common';
import { ValidationFailed } from '../../shared/domain-error.js';
import { mintToken } from '../../shared/one-time-token.js';
import type { Sentence } from '../../shared/sentence.js';
import { tokensOf } from '../../shared/tokens.js';
import type { Parameter } from '../domain/parameter.js';
import { type ParameterValue, masked } from '../domain/parameter-value.js';
import type { CompiledText } from '../domain/renderer.js';
import { type Rendering, renderingOf, undeclared, warningsAbout } from '../domain/rendering.js';
import { ParameterValues } from './ports/parameter-values.js';

export interface FilledIn extends Rendering {
  /** The estimate for `text`, never too low. */
  readonly tokenEstimate: number;
  /** Sentences for the person who filled it in. */
  readonly warnings: readonly Sentence[];
  /** All values, defaults included, by name; sensitive ones as `***`. */
  readonly maskedParameters: Readonly<Record<string, ParameterValue>>;
}

/** Puts values into a text. The result is for people and models to read; it never runs as a statement. */
@Injectable()
export class FillIn {
  constructor(private readonly parameterValues: ParameterValues) {}

  /** @param given by name, as it came in @throws ValidationFailed with all that is wrong with the values */
  execute(compiled: CompiledText, parameters: readonly Parameter[], given: Readonly<Record<string, unknown>>): FilledIn {
    const { values, errors } = this.parameterValues.checked(parameters, given);
    const problems = [...undeclared(compiled, parameters), ...errors];
    if (problems.length > 0) throw new ValidationFailed(problems);
    const rendering = renderingOf(compiled, parameters, values, mintToken().token);
    return {
      ...rendering,
      tokenEstimate: tokensOf(rendering.text),
      warnings: warningsAbout(compiled, parameters, values),
      maskedParameters: masked(parameters, values),
    };
  }
}
