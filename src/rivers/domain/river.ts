/** A river of the reference table; facts as commonly published, `null` when no figure is agreed on. */
export interface River {
  readonly id: number;
  readonly name: string;
  readonly lengthKm: number;
  readonly basinAreaKm2: number | null;
  readonly averageDischargeM3s: number | null;
  readonly outflow: string;
  readonly continent: string;
  readonly countries: readonly string[];
}
