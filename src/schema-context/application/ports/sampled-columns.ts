export interface ColumnPlace {
  readonly schema: string;
  readonly table: string;
  readonly column: string;
}

/** What was just read of it: a few values, or none if none may be shown. */
export interface ReadColumn extends ColumnPlace {
  readonly values: readonly string[];
}

/** A column whose values an administrator lets the language model see. */
export interface SampledColumn extends ColumnPlace {
  /** A few of them; empty before they are read, and if none may be shown. */
  readonly values: readonly string[];
  readonly readAt: Date | null;
}

export abstract class SampledColumns {
  /** By their names. */
  abstract of(dataSourceId: number): Promise<readonly SampledColumn[]>;
  /** @returns false if it was on already @throws NotFound when the data source has been deleted */
  abstract switchOn(dataSourceId: number, place: ColumnPlace): Promise<boolean>;
  /** With its values. @returns false if it was off already */
  abstract switchOff(dataSourceId: number, place: ColumnPlace): Promise<boolean>;
  /** Leaves out what has been switched off. */
  abstract keep(dataSourceId: number, columns: readonly ReadColumn[], readAt: Date): Promise<void>;
  /** All of them, because the source is another database now. */
  abstract clear(dataSourceId: number): Promise<void>;
}
