import type { Page, PageRequest } from '../../../shared/page.js';
import type { Reach } from '../../../shared/reach.js';
import type { Execution } from '../../domain/execution.js';

export abstract class ExecutionHistory {
  /**
   * The newest first.
   * @param whose those of the user in their organizations, and everyone's in `allOf`, over data sources in reach; over data
   * sources that are gone, everyone's in `goneOf`
   */
  abstract ofTemplate(
    templateId: number,
    whose: {
      readonly userId: number;
      readonly organizationIds: readonly number[];
      readonly allOf: readonly number[];
      readonly goneOf: readonly number[];
      readonly reach: Reach;
    },
    request: PageRequest,
  ): Promise<Page<Execution>>;
  /**
   * The newest first.
   * @param which `userId`: `null` for those of all people
   */
  abstract ofSource(
    which: { readonly organizationId: number; readonly dataSourceId: number; readonly userId: number | null },
    request: PageRequest,
  ): Promise<Page<Execution>>;
}
