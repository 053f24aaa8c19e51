export interface SampleTable {
  readonly schema: string;
  readonly name: string;
  readonly columns: readonly { readonly name: string; readonly type: string; readonly target?: string }[];
}

export function samples(): Readonly<Record<string, readonly SampleTable[]>>;
