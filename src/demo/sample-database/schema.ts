/** The role that may read the sample, and what every reader of it is granted. */
export const READERS = 'headgate_rivers_readers';

/** A small schema with a little of everything: keys, an enumeration, a domain, a generated column, views, comments. */
export const SCHEMA = `
CREATE SCHEMA hydrology;
COMMENT ON SCHEMA hydrology IS 'Rivers of the world, with the countries they touch, their basins and gauging stations';

CREATE TYPE hydrology.continent AS ENUM ('Africa', 'Asia', 'Europe', 'North America', 'South America', 'Oceania');
COMMENT ON TYPE hydrology.continent IS 'Where the river flows, or most of it';

CREATE DOMAIN hydrology.country_code AS text CHECK (VALUE ~ '^[A-Z]{2}$');
COMMENT ON DOMAIN hydrology.country_code IS 'ISO 3166-1 alpha-2';

CREATE TABLE hydrology.countries (
  code hydrology.country_code PRIMARY KEY,
  name text NOT NULL UNIQUE
);
COMMENT ON TABLE hydrology.countries IS 'Countries that a river of the table rivers touches';
COMMENT ON COLUMN hydrology.countries.code IS 'ISO 3166-1 alpha-2 code';
COMMENT ON COLUMN hydrology.countries.name IS 'English short name';

CREATE TABLE hydrology.basins (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text NOT NULL UNIQUE,
  receiving_water text NOT NULL,
  area_km2 integer CHECK (area_km2 > 0)
);
COMMENT ON TABLE hydrology.basins IS 'Land that drains to one mouth, named after the river that flows there';
COMMENT ON COLUMN hydrology.basins.receiving_water IS 'Sea, lake or desert that the basin drains to';
COMMENT ON COLUMN hydrology.basins.area_km2 IS 'Square kilometres, rounded; null where sources contradict each other';

CREATE TABLE hydrology.rivers (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text NOT NULL UNIQUE,
  continent hydrology.continent NOT NULL,
  basin_id integer NOT NULL REFERENCES hydrology.basins (id),
  flows_into text NOT NULL,
  tributary_of integer REFERENCES hydrology.rivers (id) DEFERRABLE INITIALLY DEFERRED,
  length_km integer NOT NULL CHECK (length_km > 0),
  length_miles integer GENERATED ALWAYS AS (round(length_km * 0.621371)) STORED,
  drainage_area_km2 integer CHECK (drainage_area_km2 > 0),
  average_discharge_m3s double precision CHECK (average_discharge_m3s > 0)
);
CREATE INDEX rivers_basin_id ON hydrology.rivers (basin_id);
CREATE INDEX rivers_tributary_of ON hydrology.rivers (tributary_of) WHERE tributary_of IS NOT NULL;
CREATE INDEX rivers_by_length ON hydrology.rivers (length_km DESC);
COMMENT ON TABLE hydrology.rivers IS 'One row a river. Figures are rounded; reputable sources differ by 10 to 20 percent';
COMMENT ON COLUMN hydrology.rivers.flows_into IS 'The river, lake or sea at its mouth';
COMMENT ON COLUMN hydrology.rivers.tributary_of IS 'The river it flows into, when that is in this table';
COMMENT ON COLUMN hydrology.rivers.length_km IS 'Kilometres, for the river of that name: the Mississippi without the Missouri';
COMMENT ON COLUMN hydrology.rivers.drainage_area_km2 IS 'Square kilometres of everything that flows past the mouth';
COMMENT ON COLUMN hydrology.rivers.average_discharge_m3s IS 'Cubic metres a second at the mouth, averaged over years';

CREATE TABLE hydrology.river_countries (
  river_id integer NOT NULL REFERENCES hydrology.rivers (id) ON DELETE CASCADE,
  country_code hydrology.country_code NOT NULL REFERENCES hydrology.countries (code),
  position smallint NOT NULL CHECK (position > 0),
  PRIMARY KEY (river_id, country_code),
  UNIQUE (river_id, position)
);
CREATE INDEX river_countries_country_code ON hydrology.river_countries (country_code);
COMMENT ON TABLE hydrology.river_countries IS 'Countries that the course of a river touches, borders included';
COMMENT ON COLUMN hydrology.river_countries.position IS 'From source to mouth, from 1';

CREATE TABLE hydrology.gauges (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  river_id integer NOT NULL REFERENCES hydrology.rivers (id),
  country_code hydrology.country_code NOT NULL REFERENCES hydrology.countries (code),
  station text NOT NULL,
  UNIQUE (river_id, station)
);
COMMENT ON TABLE hydrology.gauges IS 'Well-known stations where the level or discharge of a river is measured';
COMMENT ON COLUMN hydrology.gauges.station IS 'The place it is named after';

CREATE VIEW hydrology.longest_rivers AS
SELECT r.name, r.continent, r.length_km, b.name AS basin,
       array_agg(c.name ORDER BY rc.position) AS countries
  FROM hydrology.rivers r
  JOIN hydrology.basins b ON b.id = r.basin_id
  JOIN hydrology.river_countries rc ON rc.river_id = r.id
  JOIN hydrology.countries c ON c.code = rc.country_code
 WHERE r.length_km >= 1000
 GROUP BY r.id, b.name
 ORDER BY r.length_km DESC;
COMMENT ON VIEW hydrology.longest_rivers IS 'Rivers of a thousand kilometres and more with their countries, the longest first';

CREATE MATERIALIZED VIEW hydrology.country_totals AS
SELECT c.code, c.name, count(rc.river_id) AS rivers, max(r.length_km) AS longest_river_km
  FROM hydrology.countries c
  LEFT JOIN hydrology.river_countries rc ON rc.country_code = c.code
  LEFT JOIN hydrology.rivers r ON r.id = rc.river_id
 GROUP BY c.code, c.name
WITH NO DATA;
CREATE UNIQUE INDEX country_totals_code ON hydrology.country_totals (code);
COMMENT ON MATERIALIZED VIEW hydrology.country_totals IS 'How many rivers of the table touch each country';
`;

export const FILL = `
INSERT INTO hydrology.countries (code, name)
SELECT code, name FROM jsonb_to_recordset($1::jsonb -> 'countries') AS c (code text, name text) ORDER BY code;

INSERT INTO hydrology.basins (name, receiving_water, area_km2)
SELECT name, receiving_water, area_km2
  FROM jsonb_to_recordset($1::jsonb -> 'basins') AS b (name text, receiving_water text, area_km2 integer) ORDER BY name;

INSERT INTO hydrology.rivers (name, continent, basin_id, flows_into, length_km, drainage_area_km2, average_discharge_m3s)
SELECT r.name, r.continent::hydrology.continent, b.id, r.flows_into, r.length_km, r.area_km2, r.discharge
  FROM jsonb_to_recordset($1::jsonb -> 'rivers') AS r (name text, continent text, basin text, flows_into text,
       length_km integer, area_km2 integer, discharge double precision)
  JOIN hydrology.basins b ON b.name = r.basin ORDER BY r.length_km DESC, r.name;

UPDATE hydrology.rivers r SET tributary_of = main.id FROM hydrology.rivers main WHERE main.name = r.flows_into;

INSERT INTO hydrology.river_countries (river_id, country_code, position)
SELECT r.id, c.code, t.position
  FROM jsonb_to_recordset($1::jsonb -> 'touches') AS t (river text, country text, position smallint)
  JOIN hydrology.rivers r ON r.name = t.river JOIN hydrology.countries c ON c.name = t.country;

INSERT INTO hydrology.gauges (river_id, country_code, station)
SELECT r.id, g.country, g.station
  FROM jsonb_to_recordset($1::jsonb -> 'gauges') AS g (river text, country text, station text)
  JOIN hydrology.rivers r ON r.name = g.river ORDER BY r.id, g.station;

REFRESH MATERIALIZED VIEW hydrology.country_totals`
  .split(';')
  .map((statement) => statement.trim());
