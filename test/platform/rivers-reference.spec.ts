import { describe, expect, it } from '@jest/globals';
import { RIVERS, type RiverFact } from '../../migrations/reference/rivers.js';
import { COUNTRY_NAMES } from '../../migrations/reference/rivers/countries.js';

const CONTINENTS = ['Africa', 'Asia', 'Europe', 'North America', 'South America', 'Oceania'];

/** Where everyday English and the Unicode data behind Intl.DisplayNames part ways. */
const EVERYDAY_NAMES: Readonly<Record<string, string>> = {
  BA: 'Bosnia and Herzegovina',
  CD: 'Democratic Republic of the Congo',
  CG: 'Republic of the Congo',
  CI: 'Ivory Coast',
  MM: 'Myanmar',
  PS: 'Palestine',
  TR: 'Turkey',
};

/** Tributaries with more water or land than the table gives the river they join, with the reason why that is right. */
const LARGER_THAN_PARENT: Readonly<Record<string, string>> = {
  Brahmaputra: 'joins the Ganges below the gauges that the figure of the Ganges comes from',
};

const byName = new Map(RIVERS.map((river) => [river.name, river]));

function find(name: string): RiverFact {
  const river = byName.get(name);
  if (river === undefined) {
    throw new Error(`no river called ${name}`);
  }
  return river;
}

function outside(value: number | null, low: number, high: number): boolean {
  return value !== null && (!Number.isInteger(value) || value < low || value > high);
}

const tributaries = RIVERS.flatMap((river) => {
  const parent = byName.get(river.outflow);
  return parent === undefined ? [] : [{ river, parent }];
});

describe('river reference data', () => {
  it('names every river once', () => {
    expect(RIVERS.length).toBeGreaterThanOrEqual(150);
    expect(byName.size).toBe(RIVERS.length);
    expect(RIVERS.filter(({ name, outflow }) => name !== name.trim() || name === '' || outflow === '')).toEqual([]);
  });

  it('covers every continent', () => {
    expect([...new Set(RIVERS.map((river) => river.continent))].sort()).toEqual([...CONTINENTS].sort());
    for (const continent of CONTINENTS) {
      expect(RIVERS.filter((river) => river.continent === continent).length).toBeGreaterThanOrEqual(20);
    }
  });

  it('keeps every figure in the range that rivers of this earth have', () => {
    expect(RIVERS.filter(({ lengthKm }) => outside(lengthKm, 50, 7100))).toEqual([]);
    expect(RIVERS.filter(({ basinAreaKm2 }) => outside(basinAreaKm2, 100, 7_100_000))).toEqual([]);
    expect(RIVERS.filter(({ averageDischargeM3s }) => outside(averageDischargeM3s, 1, 215_000))).toEqual([]);
  });

  it('gives basin and discharge that fit each other', () => {
    const implausible = RIVERS.filter(({ basinAreaKm2, averageDischargeM3s }) => {
      if (basinAreaKm2 === null || averageDischargeM3s === null) {
        return false;
      }
      const runoff = averageDischargeM3s / basinAreaKm2;
      return runoff < 0.00005 || runoff > 0.2;
    });
    expect(implausible).toEqual([]);
  });

  it('knows few gaps in the figures', () => {
    const known = RIVERS.filter((river) => river.basinAreaKm2 !== null && river.averageDischargeM3s !== null);
    expect(known.length / RIVERS.length).toBeGreaterThan(0.7);
  });

  it('lets no tributary be larger than the river it joins', () => {
    expect(tributaries.length).toBeGreaterThan(100);
    const larger = tributaries.filter(
      ({ river, parent }) =>
        !LARGER_THAN_PARENT[river.name] &&
        ((river.basinAreaKm2 ?? 0) > (parent.basinAreaKm2 ?? Infinity) ||
          (river.averageDischargeM3s ?? 0) > (parent.averageDischargeM3s ?? Infinity)),
    );
    expect(larger).toEqual([]);
  });

  it('lets a tributary meet its parent in a country and on a continent both of them touch', () => {
    const apart = tributaries.filter(
      ({ river, parent }) => river.continent !== parent.continent || !river.countries.some((country) => parent.countries.includes(country)),
    );
    expect(apart).toEqual([]);
  });

  it('follows every chain of outflows to its end', () => {
    for (const { name } of RIVERS) {
      const seen = new Set<string>();
      for (let next = byName.get(name); next !== undefined; next = byName.get(next.outflow)) {
        expect(seen).not.toContain(next.name);
        seen.add(next.name);
      }
    }
  });

  it('calls countries by names that Intl or everyday English knows', () => {
    const official = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });
    const unknown = Object.entries(COUNTRY_NAMES).filter(([code, name]) => name !== (EVERYDAY_NAMES[code] ?? official.of(code)));
    expect(unknown).toEqual([]);
    const named = RIVERS.flatMap((river) => river.countries);
    expect([...new Set(named)].sort()).toEqual(Object.values(COUNTRY_NAMES).sort());
  });

  it('lists at least one country a river, and none twice', () => {
    expect(RIVERS.filter(({ countries }) => countries.length === 0 || new Set(countries).size < countries.length)).toEqual([]);
  });

  it.each<[string, number, number, number, string, string, string]>([
    ['Nile', 6650, 3_254_555, 2800, 'Mediterranean Sea', 'Africa', 'Egypt'],
    ['Congo', 4700, 4_000_000, 41_000, 'Atlantic Ocean', 'Africa', 'Democratic Republic of the Congo'],
    ['Amazon', 6400, 7_000_000, 209_000, 'Atlantic Ocean', 'South America', 'Brazil'],
    ['Yangtze', 6300, 1_800_000, 30_000, 'East China Sea', 'Asia', 'China'],
    ['Mekong', 4350, 795_000, 16_000, 'South China Sea', 'Asia', 'Vietnam'],
    ['Mississippi', 3766, 2_980_000, 16_800, 'Gulf of Mexico', 'North America', 'United States'],
    ['Danube', 2850, 801_000, 6500, 'Black Sea', 'Europe', 'Austria'],
    ['Rhine', 1233, 185_000, 2900, 'North Sea', 'Europe', 'Germany'],
    ['Volga', 3531, 1_360_000, 8060, 'Caspian Sea', 'Europe', 'Russia'],
    ['Murray', 2508, 1_061_000, 767, 'Southern Ocean', 'Oceania', 'Australia'],
  ])('has the well-known figures of the %s', (name, length, basin, discharge, outflow, continent, country) => {
    const river = find(name);
    expect(river).toMatchObject({ outflow, continent });
    expect(river.countries).toContain(country);
    expect(Math.abs(river.lengthKm / length - 1)).toBeLessThan(0.05);
    expect(Math.abs((river.basinAreaKm2 ?? 0) / basin - 1)).toBeLessThan(0.05);
    expect(Math.abs((river.averageDischargeM3s ?? 0) / discharge - 1)).toBeLessThan(0.05);
  });

  it('ranks the longest and the fullest rivers as every atlas does', () => {
    const longest = [...RIVERS].sort((a, b) => b.lengthKm - a.lengthKm).map((river) => river.name);
    expect(longest.slice(0, 4)).toEqual(['Nile', 'Amazon', 'Yangtze', 'Yellow River']);
    const fullest = [...RIVERS].sort((a, b) => (b.averageDischargeM3s ?? 0) - (a.averageDischargeM3s ?? 0));
    expect(fullest.slice(0, 3).map((river) => river.name)).toEqual(['Amazon', 'Congo', 'Orinoco']);
  });

  it('lets a bare name mean the best known of the rivers that share it', () => {
    expect(find('Branco').outflow).toBe('Negro');
    expect(find('Negro').countries).toContain('Brazil');
    expect(find('Gila').outflow).toBe('Colorado');
    expect(find('Colorado').countries).toEqual(['United States', 'Mexico']);
  });
});
