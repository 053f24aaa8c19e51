import type { Caller } from '../../../shared/caller.js';
import type { Permission } from '../../../shared/permission.js';

export interface RenderedTemplate {
  readonly id: number;
  readonly organizationId: number;
  /** `null` for a working copy that was never published. */
  readonly version: number | null;
  readonly text: string;
  /** The text with each value between marks, for a model. */
  readonly question: string;
  /** Without the values that a template calls sensitive; what may be kept. */
  readonly maskedText: string;
  /** Says to the model what those marks mean. */
  readonly systemText: string;
  /** With the values that a template calls sensitive masked; what may be kept. */
  readonly maskedParameters: Readonly<Record<string, unknown>>;
  /** Empty: any of the organization. */
  readonly compatibleDataSourceIds: readonly number[];
}

export abstract class Templates {
  /** @throws Forbidden, NotFound */
  abstract enter(caller: Caller, permission: Permission, templateId: number): Promise<{ readonly isShared: boolean }>;
  /** For somebody who may execute it. @throws Forbidden, NotFound, ValidationFailed with everything that is wrong */
  abstract render(
    caller: Caller,
    templateId: number,
    parameters: Readonly<Record<string, unknown>>,
  ): Promise<RenderedTemplate>;
  abstract countUse(templateId: number): Promise<void>;
}
