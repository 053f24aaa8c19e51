/** A small shop, in SQLite. */
export const SHOP = [
  'CREATE TABLE customers (id integer PRIMARY KEY, name text NOT NULL, city text NOT NULL)',
  'CREATE TABLE products (id integer PRIMARY KEY, title text NOT NULL, category text NOT NULL, price_cents integer NOT NULL)',
  `CREATE TABLE orders (id integer PRIMARY KEY, customer_id integer NOT NULL REFERENCES customers (id),
     ordered_on text NOT NULL, status text NOT NULL)`,
  `CREATE TABLE order_lines (order_id integer NOT NULL REFERENCES orders (id), product_id integer NOT NULL REFERENCES products (id),
     quantity integer NOT NULL, PRIMARY KEY (order_id, product_id))`,
  `INSERT INTO customers VALUES (1, 'Ada', 'Vienna'), (2, 'Björn', 'Oslo'), (3, 'Chloé', 'Paris'), (4, 'Dora', 'Vienna')`,
  `INSERT INTO products VALUES (1, 'Lamp', 'home', 4900), (2, 'Chair', 'home', 12900), (3, 'Novel', 'books', 1800),
     (4, 'Atlas', 'books', 5400), (5, 'Kettle', 'kitchen', 3500)`,
  `INSERT INTO orders VALUES (1, 1, '2026-01-05', 'paid'), (2, 1, '2026-02-11', 'paid'), (3, 2, '2026-02-20', 'cancelled'),
     (4, 3, '2026-03-02', 'paid'), (5, 2, '2026-03-09', 'open')`,
  `INSERT INTO order_lines VALUES (1, 1, 2), (1, 3, 1), (2, 4, 1), (3, 2, 4), (4, 3, 3), (4, 5, 1), (5, 2, 1)`,
];

const river = (question, sql) => ({ source: 'rivers', question, sql });
const shop = (question, sql) => ({ source: 'shop', question, sql });
const GAUGES = (name) =>
  `SELECT g.station, c.name FROM hydrology.gauges g JOIN hydrology.rivers r ON r.id = g.river_id
     JOIN hydrology.countries c ON c.code = g.country_code WHERE r.name = '${name}'`;

/**
 * Each with a statement whose rows are right. An answer is right when it has as many rows, and for each column of these one with the
 * same values, row by row or in any order; it may have more columns. `follows`: in the conversation of the one before.
 */
export const QUESTIONS = [
  river('Which gauges lie on the Danube?', GAUGES('Danube')),
  { ...river('And on the Rhine?', GAUGES('Rhine')), follows: true },
  river('At which stations is the Volga measured?', GAUGES('Volga').replace(', c.name', '')),
  river('How many rivers does each continent have?', 'SELECT continent, count(*) FROM hydrology.rivers GROUP BY continent'),
  river('Which are the ten longest rivers?', 'SELECT name FROM hydrology.rivers ORDER BY length_km DESC, name LIMIT 10'),
  river(
    'Which ten rivers carry the most water?',
    `SELECT name FROM hydrology.rivers WHERE average_discharge_m3s IS NOT NULL
      ORDER BY average_discharge_m3s DESC, name LIMIT 10`,
  ),
  river(
    'Which are the ten largest basins by area?',
    'SELECT name FROM hydrology.basins WHERE area_km2 IS NOT NULL ORDER BY area_km2 DESC, name LIMIT 10',
  ),
  river('How long is the Nile in kilometres?', "SELECT length_km FROM hydrology.rivers WHERE name = 'Nile'"),
  river(
    'Which countries does the Danube flow through?',
    `SELECT c.name FROM hydrology.river_countries rc JOIN hydrology.rivers r ON r.id = rc.river_id
       JOIN hydrology.countries c ON c.code = rc.country_code WHERE r.name = 'Danube'`,
  ),
  river(
    'Which rivers flow into the Danube?',
    `SELECT t.name FROM hydrology.rivers t JOIN hydrology.rivers r ON r.id = t.tributary_of WHERE r.name = 'Danube'`,
  ),
  river('How many gauging stations are there?', 'SELECT count(*) FROM hydrology.gauges'),
  river('What is the average length of European rivers?', "SELECT avg(length_km) FROM hydrology.rivers WHERE continent = 'Europe'"),
  river(
    'Which rivers of Africa are longer than 2500 km?',
    "SELECT name FROM hydrology.rivers WHERE continent = 'Africa' AND length_km > 2500",
  ),
  river(
    'Which rivers have no gauge?',
    'SELECT name FROM hydrology.rivers r WHERE NOT EXISTS (SELECT 1 FROM hydrology.gauges g WHERE g.river_id = r.id)',
  ),
  river('Welche Pegel liegen an der Donau?', GAUGES('Danube')),
  river('Which basins drain to the Atlantic Ocean?', "SELECT name FROM hydrology.basins WHERE receiving_water = 'Atlantic Ocean'"),
  shop('How many customers live in Vienna?', "SELECT count(*) FROM customers WHERE city = 'Vienna'"),
  { ...shop('And in Oslo?', "SELECT count(*) FROM customers WHERE city = 'Oslo'"), follows: true },
  shop('What does each product cost in cents?', 'SELECT title, price_cents FROM products'),
  shop(
    'What is the revenue of paid orders, in cents?',
    `SELECT sum(l.quantity * p.price_cents) FROM order_lines l JOIN products p ON p.id = l.product_id
       JOIN orders o ON o.id = l.order_id WHERE o.status = 'paid'`,
  ),
  shop(
    'Which customers have never ordered anything?',
    'SELECT name FROM customers c WHERE NOT EXISTS (SELECT 1 FROM orders o WHERE o.customer_id = c.id)',
  ),
  shop('How many orders are there in each status?', 'SELECT status, count(*) FROM orders GROUP BY status'),
  shop(
    'How many pieces of each category were ordered?',
    'SELECT p.category, sum(l.quantity) FROM order_lines l JOIN products p ON p.id = l.product_id GROUP BY p.category',
  ),
  shop(
    'Which product was ordered most often, by pieces?',
    `SELECT p.title FROM order_lines l JOIN products p ON p.id = l.product_id GROUP BY p.title
      ORDER BY sum(l.quantity) DESC LIMIT 1`,
  ),
  shop('How many orders were placed in each month of 2026?', 'SELECT substr(ordered_on, 1, 7), count(*) FROM orders GROUP BY 1'),
];
