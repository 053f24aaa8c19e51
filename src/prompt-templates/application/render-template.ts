import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import { ValidationFailed } from '../../shared/domain-error.js';
import { mintToken } from '../../shared/one-time-token.js';
import { Recent } from '../../shared/recent.js';
import { tokensOf } from '../../shared/tokens.js';
import { type ParameterValue, masked } from '../domain/parameter-value.js';
import { type CompiledText, compile } from '../domain/renderer.js';
import { type Rendering, renderingOf, undeclared, warningsAbout } from '../domain/rendering.js';
import { MoveNotAllowed } from '../domain/template.errors.js';
import { ParameterValues } from './ports/parameter-values.js';
import { ReadTemplate } from './read-template.js';

const KEPT = 200;

export interface RenderedTemplate extends Rendering {
  readonly template: { readonly id: number; readonly organizationId: number; readonly name: string };
  /** `null`: the working copy. */
  readonly version: number | null;
  /** The estimate for `text`, never too low. */
  readonly tokenEstimate: number;
  /** Sentences for the person who filled it in. */
  readonly warnings: readonly string[];
  /** All values, defaults included, by name; sensitive ones as `***`. */
  readonly maskedParameters: Readonly<Record<string, ParameterValue>>;
  /** Empty: any of the organization. */
  readonly compatibleDataSourceIds: readonly number[];
}

/** Fills a template in. What comes out is for reading, by people and models; it is never a statement to be run. */
@Injectable()
export class RenderTemplate {
  private readonly compiled = new Recent<CompiledText>(KEPT);

  constructor(
    private readonly readTemplate: ReadTemplate,
    private readonly parameterValues: ParameterValues,
  ) {}

  /**
   * @param input.version `null`: what is published, and of a draft the working copy
   * @throws NotFound, Forbidden; MoveNotAllowed for what is archived; ValidationFailed with all that is wrong with the parameters
   */
  async execute(input: {
    caller: Caller;
    templateId: number;
    version: number | 'draft' | null;
    parameters: Readonly<Record<string, unknown>>;
  }): Promise<RenderedTemplate> {
    const { caller, templateId, version: wanted } = input;
    const { template, number } = await this.readTemplate.execute(caller, templateId, wanted, 'template.execute');
    const { id, organizationId, status, content } = template;
    if (status === 'archived' && wanted === null) throw new MoveNotAllowed('rendered', status);
    const { name, text, parameters, compatibleDataSourceIds } = content;
    // A version never changes, so neither does what was made of its text.
    const compiled = number === null ? compile(text) : this.compiled.of(`${id}:${number}`, () => compile(text));
    const { values, errors } = this.parameterValues.checked(parameters, input.parameters);
    const problems = [...undeclared(compiled, parameters), ...errors];
    if (problems.length > 0) throw new ValidationFailed(problems);
    const rendering = renderingOf(compiled, parameters, values, mintToken().token);
    return {
      ...rendering,
      template: { id, organizationId, name },
      version: number,
      tokenEstimate: tokensOf(rendering.text),
      warnings: warningsAbout(compiled, parameters, values),
      maskedParameters: masked(parameters, values),
      compatibleDataSourceIds,
    };
  }
}
