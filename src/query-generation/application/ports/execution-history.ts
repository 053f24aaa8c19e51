import type { Page, PageRequest } from '../../../shared/page.js';
import type { Execution } from '../../domain/execution.js';

export abstract class ExecutionHistory {
  /**
   * The newest first.
   * @param whose those of a user in their organizations, and all of the organizations besides
   */
  abstract ofTemplate(
    templateId: number,
    whose: {
      readonly userId: number;
      readonly organizationIds: readonly number[];
      readonly allOf: readonly number[];
    },
    request: PageRequest,
  ): Promise<Page<Execution>>;
  /**
   * The newest first.
   * @param which `userId` `null` for everybody's
   */
  abstract ofSource(
    which: { readonly organizationId: number; readonly dataSourceId: number; readonly userId: number | null },
    request: PageRequest,
  ): Promise<Page<Execution>>;
}
