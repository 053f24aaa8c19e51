type ValueOf = (name: string) => string;

export interface KnownQuestion {
  readonly asks: RegExp;
  readonly sql: (value: ValueOf) => string;
  readonly says: string;
}

/** Questions of the demo templates, and of a page of the docs. */
export const OF_TEMPLATES: readonly KnownQuestion[] = [
  {
    asks: /longest rivers of \{continent\}/,
    sql: (value) =>
      `SELECT name, length_km FROM hydrology.rivers WHERE continent = ${text(value('continent'))} ` +
      `ORDER BY length_km DESC, name LIMIT ${whole(value('limit'))}`,
    says: 'The rivers of the continent, the longest first.',
  },
  {
    asks: /touch \{country\}/,
    sql: (value) =>
      `SELECT r.name, r.length_km, string_agg(c.name, ', ' ORDER BY rc.position) AS countries FROM hydrology.rivers r ` +
      `JOIN hydrology.river_countries rc ON rc.river_id = r.id JOIN hydrology.countries c ON c.code = rc.country_code ` +
      `WHERE r.length_km >= ${whole(value('min_length_km'))} AND EXISTS (SELECT 1 FROM hydrology.river_countries t ` +
      `JOIN hydrology.countries named ON named.code = t.country_code WHERE t.river_id = r.id ` +
      `AND named.name = ${text(value('country'))}) GROUP BY r.id, r.name, r.length_km ORDER BY r.length_km DESC, r.name`,
    says: 'Each river that touches the country, with all of its countries from source to mouth.',
  },
  {
    asks: /basins that drain to \{receiving_waters\}/,
    sql: (value) =>
      `SELECT b.name, b.area_km2, count(r.id) AS rivers, max(r.average_discharge_m3s) AS greatest_discharge_m3s ` +
      `FROM hydrology.basins b LEFT JOIN hydrology.rivers r ON r.basin_id = b.id ` +
      `WHERE b.receiving_water IN (${texts(value('receiving_waters'))}) ` +
      `GROUP BY b.id, b.name, b.area_km2 ORDER BY b.area_km2 DESC NULLS LAST, b.name`,
    says: 'Basins by area, with how many rivers they have and the greatest of their discharges.',
  },
  {
    asks: /stations is the \{river\} measured/,
    sql: (value) =>
      `SELECT g.station, c.name AS country FROM hydrology.gauges g JOIN hydrology.rivers r ON r.id = g.river_id ` +
      `JOIN hydrology.countries c ON c.code = g.country_code WHERE r.name = ${text(value('river'))} ORDER BY g.station`,
    says: 'The gauging stations of the river.',
  },
  // About the file of staff that docs/tour-policies.md makes.
  {
    asks: /works in the team \{team\}/,
    sql: (value) => `SELECT name, region, email FROM staff WHERE team = ${text(value('team'))} ORDER BY name`,
    says: 'The people of the team.',
  },
];

/** What people ask about the rivers of the demo in their own words. The first that fits is taken. */
export const ABOUT_RIVERS: readonly KnownQuestion[] = [
  {
    asks: /how many rivers|rivers (?:per|of each|by) continent/i,
    sql: () => 'SELECT continent, count(*) AS rivers FROM hydrology.rivers GROUP BY continent ORDER BY rivers DESC, continent',
    says: 'How many rivers each continent has.',
  },
  {
    asks: /discharge|(?:most|carry|carries) .*water/i,
    sql: () =>
      'SELECT name, continent, average_discharge_m3s FROM hydrology.rivers WHERE average_discharge_m3s IS NOT NULL ' +
      'ORDER BY average_discharge_m3s DESC, name LIMIT 10',
    says: 'The ten rivers that carry the most water.',
  },
  {
    asks: /basin/i,
    sql: () =>
      'SELECT name, area_km2, receiving_water FROM hydrology.basins WHERE area_km2 IS NOT NULL ' + 'ORDER BY area_km2 DESC, name LIMIT 10',
    says: 'The ten largest basins, and where they drain to.',
  },
  {
    asks: /countr/i,
    sql: () =>
      'SELECT c.name, count(*) AS rivers FROM hydrology.river_countries rc ' +
      'JOIN hydrology.countries c ON c.code = rc.country_code GROUP BY c.name ORDER BY rivers DESC, c.name LIMIT 10',
    says: 'The ten countries that the most rivers touch.',
  },
  {
    asks: /long|river/i,
    sql: () => 'SELECT name, continent, length_km FROM hydrology.rivers ORDER BY length_km DESC, name LIMIT 10',
    says: 'The ten longest rivers.',
  },
];

export function text(value: string): string {
  return `'${value.replaceAll('\0', '').replaceAll("'", "''")}'`;
}

function whole(value: string): string {
  return /^\d{1,9}$/.test(value) ? value : '10';
}

function texts(value: string): string {
  const list: unknown = JSON.parse(value);
  return (Array.isArray(list) ? list : []).map((item) => text(String(item))).join(', ');
}
