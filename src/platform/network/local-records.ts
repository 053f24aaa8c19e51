/** TXT records that this process answers itself, before it asks a name server: those of a demo. */
export abstract class LocalRecords {
  /** `null` when there is no local answer and the DNS has to be asked; empty when there is certainly no record. */
  abstract textsAt(name: string): readonly string[] | null;
}

export const NO_LOCAL_RECORDS: LocalRecords = { textsAt: () => null };
