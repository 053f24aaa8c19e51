import type { Subject } from '../../domain/export.js';

export interface ContentFile {
  /** Without its ending. */
  readonly name: string;
  /** Some pieces at a time, of lines of JSON: most are whole lines, and the last of each line ends it. */
  readonly text: AsyncIterable<readonly string[]>;
}

/** What is kept about a person or an organization, table by table. */
export abstract class Contents {
  /**
   * Read one file after the other, within a unit of work.
   * @param admittedTo the organizations that let a person see what they keep of them
   */
  abstract filesOf(subject: Subject, admittedTo: readonly number[]): readonly ContentFile[];
}
