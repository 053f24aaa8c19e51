import type { Page, PageRequest } from '../../../shared/page.js';
import type { River } from '../../domain/river.js';

export abstract class Rivers {
  /** Longest first; equal lengths by id, so that pages never overlap. */
  abstract page(request: PageRequest): Promise<Page<River>>;
}
