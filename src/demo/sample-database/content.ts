import { RIVERS, type RiverFact } from '../../../migrations/reference/rivers.js';
import { COUNTRY_NAMES } from '../../../migrations/reference/rivers/countries.js';
import { GAUGES } from './gauges.js';

const BY_NAME: ReadonlyMap<string, RiverFact> = new Map(RIVERS.map((river) => [river.name, river]));

/** The reference rivers in the form that the tables of the sample have. */
export function sampleContent(): object {
  const mouths = new Map(RIVERS.map((river) => [river.name, mouthOf(river)]));
  const basins = [...new Set(mouths.values())];
  const touched = new Set(RIVERS.flatMap(({ countries }) => countries));
  return {
    countries: Object.entries(COUNTRY_NAMES)
      .filter(([, name]) => touched.has(name))
      .map(([code, name]) => ({ code, name })),
    basins: basins.map(({ name, outflow, basinAreaKm2 }) => ({
      name,
      receiving_water: outflow,
      area_km2: basinAreaKm2,
    })),
    rivers: RIVERS.map((river) => ({
      name: river.name,
      continent: river.continent,
      basin: mouths.get(river.name)?.name,
      flows_into: river.outflow,
      length_km: river.lengthKm,
      area_km2: river.basinAreaKm2,
      discharge: river.averageDischargeM3s,
    })),
    touches: RIVERS.flatMap(({ name, countries }) => countries.map((country, index) => ({ river: name, country, position: index + 1 }))),
    gauges: GAUGES.map(([river, country, station]) => ({ river, country, station })),
  };
}

/** Downstream as far as the table goes: to the river that flows into no other river of the table. */
function mouthOf(river: RiverFact): RiverFact {
  const seen = new Set<RiverFact>();
  let current = river;
  for (let next = BY_NAME.get(current.outflow); next !== undefined; next = BY_NAME.get(current.outflow)) {
    if (seen.has(next)) throw new Error(`The river ${river.name} flows in a circle.`);
    seen.add(next);
    current = next;
  }
  return current;
}
