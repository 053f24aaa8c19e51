import type { Subject } from '../../domain/export.js';

export interface ContentFile {
  /** Without its ending. */
  readonly name: string;
  /** Some rows at a time, each as a line of JSON. */
  readonly lines: AsyncIterable<readonly string[]>;
}

/** What is kept about a person or an organization, table by table. */
export abstract class Contents {
  /**
   * Read one file after the other, within a unit of work.
   * @param admittedTo the organizations that let a person see what they keep of them
   */
  abstract filesOf(subject: Subject, admittedTo: readonly number[]): readonly ContentFile[];
}
