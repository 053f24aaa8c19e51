import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import { Recent } from '../../shared/recent.js';
import { type CompiledText, compile } from '../domain/renderer.js';
import { MoveNotAllowed } from '../domain/template.errors.js';
import { FillIn, type FilledIn } from './fill-in.js';
import { ReadTemplate } from './read-template.js';

const KEPT = 200;

export interface RenderedTemplate extends FilledIn {
  readonly template: { readonly id: number; readonly organizationId: number; readonly name: string };
  /** `null` for the working copy. */
  readonly version: number | null;
  /** Empty: any of the organization. */
  readonly compatibleDataSourceIds: readonly number[];
}

/** Fills a stored template in. */
@Injectable()
export class RenderTemplate {
  private readonly compiled = new Recent<CompiledText>(KEPT);

  constructor(
    private readonly readTemplate: ReadTemplate,
    private readonly fillIn: FillIn,
  ) {}

  /**
   * @param input.version `null`: the published version, or the working copy of a draft
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
    if (status === 'archived' && wanted === null) throw new MoveNotAllowed('rendered');
    const { name, text, parameters, compatibleDataSourceIds } = content;
    // A version never changes, so its parsed text never changes either.
    const compiled = number === null ? compile(text) : this.compiled.of(`${id}:${number}`, () => compile(text));
    const filled = this.fillIn.execute(compiled, parameters, input.parameters);
    return { ...filled, template: { id, organizationId, name }, version: number, compatibleDataSourceIds };
  }
}
