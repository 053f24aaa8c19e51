import type { FieldError } from '../../../shared/domain-error.js';
import type { Parameter } from '../../domain/parameter.js';

/** Judges what an author declares. */
export abstract class ParameterDefinitions {
  /**
   * @param given as they came in: nothing about them is taken for granted
   * @returns the parameters in canonical words, and everything that is wrong with them by its path (`parameters[2].default`);
   * where there are problems, the parameters are not for use
   */
  abstract normalized(given: readonly unknown[]): {
    readonly parameters: readonly Parameter[];
    readonly problems: readonly FieldError[];
  };
}
