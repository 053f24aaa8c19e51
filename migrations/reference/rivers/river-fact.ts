import { COUNTRY_NAMES } from './countries.js';

export type Continent = 'Africa' | 'Asia' | 'Europe' | 'North America' | 'South America' | 'Oceania';

export interface RiverFact {
  name: string;
  lengthKm: number;
  basinAreaKm2: number | null;
  averageDischargeM3s: number | null;
  outflow: string;
  continent: Continent;
  countries: readonly string[];
}

/** name, length (km), basin (km2), mean discharge (m3/s), outflow, ISO codes of the countries from source to mouth */
export type RiverRow = readonly [string, number, number | null, number | null, string, string];

export function riversOf(continent: Continent, rows: readonly RiverRow[]): RiverFact[] {
  return rows.map(([name, lengthKm, basinAreaKm2, averageDischargeM3s, outflow, codes]) => ({
    name,
    lengthKm,
    basinAreaKm2,
    averageDischargeM3s,
    outflow,
    continent,
    countries: codes.split(' ').map((code) => countryName(code, name)),
  }));
}

function countryName(code: string, river: string): string {
  const name = COUNTRY_NAMES[code];
  if (name === undefined) {
    throw new Error(`Unknown country code "${code}" for the river ${river}`);
  }
  return name;
}
