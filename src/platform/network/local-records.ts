/** TXT records that this process answers itself, before it asks a name server: those of a demo. */
export abstract class LocalRecords {
  /** `null` where this says nothing, and the DNS has to be asked; empty where there is no record for certain. */
  abstract textsAt(name: string): readonly string[] | null;
}

export const NO_LOCAL_RECORDS: LocalRecords = { textsAt: () => null };
