// Small databases of our own, in the style of the samples that people know models by: a record shop, a wholesaler, a film rental. Each has
// statements that make it, and questions with a statement whose rows are right.

const records = [
  'CREATE TABLE artist (artist_id integer PRIMARY KEY, name text NOT NULL)',
  'CREATE TABLE album (album_id integer PRIMARY KEY, title text NOT NULL, artist_id integer NOT NULL REFERENCES artist)',
  'CREATE TABLE genre (genre_id integer PRIMARY KEY, name text NOT NULL)',
  `CREATE TABLE track (track_id integer PRIMARY KEY, name text NOT NULL, album_id integer NOT NULL REFERENCES album,
     genre_id integer NOT NULL REFERENCES genre, milliseconds integer NOT NULL, unit_price numeric NOT NULL)`,
  'CREATE TABLE customer (customer_id integer PRIMARY KEY, full_name text NOT NULL, country text NOT NULL)',
  'CREATE TABLE invoice (invoice_id integer PRIMARY KEY, customer_id integer NOT NULL REFERENCES customer, invoiced_on text NOT NULL)',
  `CREATE TABLE invoice_line (invoice_id integer NOT NULL REFERENCES invoice, track_id integer NOT NULL REFERENCES track,
     quantity integer NOT NULL, PRIMARY KEY (invoice_id, track_id))`,
  "INSERT INTO artist VALUES (1, 'The Lanterns'), (2, 'Nadia Orlow'), (3, 'Brass Harbour'), (4, 'Quiet Machines')",
  "INSERT INTO album VALUES (1, 'Night Ferry', 1), (2, 'Low Tide', 1), (3, 'Letters', 2), (4, 'Dockyard', 3)",
  "INSERT INTO genre VALUES (1, 'Rock'), (2, 'Jazz'), (3, 'Classical')",
  `INSERT INTO track VALUES (1, 'Departure', 1, 1, 210000, 0.99), (2, 'Fog', 1, 1, 305000, 0.99), (3, 'Moorings', 2, 1, 185000, 0.99),
     (4, 'First Letter', 3, 3, 420000, 1.29), (5, 'Second Letter', 3, 3, 398000, 1.29), (6, 'Crane', 4, 2, 256000, 1.09)`,
  "INSERT INTO customer VALUES (1, 'Ida Berg', 'Norway'), (2, 'Tom Reyes', 'Chile'), (3, 'Lena Vogt', 'Austria'), (4, 'Sam Okoro', 'Norway')",
  "INSERT INTO invoice VALUES (1, 1, '2026-01-10'), (2, 2, '2026-01-22'), (3, 1, '2026-02-03'), (4, 3, '2026-03-15')",
  'INSERT INTO invoice_line VALUES (1, 1, 1), (1, 4, 2), (2, 6, 1), (3, 2, 1), (3, 6, 3), (4, 5, 1)',
];

const wholesale = [
  'CREATE TABLE categories (category_id integer PRIMARY KEY, category_name text NOT NULL)',
  'CREATE TABLE suppliers (supplier_id integer PRIMARY KEY, company_name text NOT NULL, country text NOT NULL)',
  `CREATE TABLE products (product_id integer PRIMARY KEY, product_name text NOT NULL, supplier_id integer NOT NULL REFERENCES suppliers,
     category_id integer NOT NULL REFERENCES categories, unit_price numeric NOT NULL, units_in_stock integer NOT NULL,
     reorder_level integer NOT NULL, discontinued integer NOT NULL)`,
  'CREATE TABLE employees (employee_id integer PRIMARY KEY, last_name text NOT NULL, reports_to integer REFERENCES employees)',
  'CREATE TABLE shippers (shipper_id integer PRIMARY KEY, company_name text NOT NULL)',
  `CREATE TABLE orders (order_id integer PRIMARY KEY, customer_code text NOT NULL, employee_id integer NOT NULL REFERENCES employees,
     ordered_on text NOT NULL, shipped_on text, shipper_id integer REFERENCES shippers)`,
  `CREATE TABLE order_details (order_id integer NOT NULL REFERENCES orders, product_id integer NOT NULL REFERENCES products,
     unit_price numeric NOT NULL, quantity integer NOT NULL, discount real NOT NULL, PRIMARY KEY (order_id, product_id))`,
  "INSERT INTO categories VALUES (1, 'Tea'), (2, 'Grain'), (3, 'Fish')",
  "INSERT INTO suppliers VALUES (1, 'Hill Gardens', 'India'), (2, 'Prairie Mills', 'Canada'), (3, 'Fjord Catch', 'Norway')",
  `INSERT INTO products VALUES (1, 'Black leaf', 1, 1, 18, 39, 10, 0), (2, 'Green leaf', 1, 1, 19, 5, 25, 0), (3, 'Rye flour', 2, 2, 4, 120, 30, 0),
     (4, 'Smoked salmon', 3, 3, 32, 0, 5, 1), (5, 'Herring', 3, 3, 9, 12, 15, 0)`,
  "INSERT INTO employees VALUES (1, 'Marsh', NULL), (2, 'Oduya', 1), (3, 'Lindqvist', 1)",
  "INSERT INTO shippers VALUES (1, 'Swift Parcels'), (2, 'Harbour Freight')",
  `INSERT INTO orders VALUES (1, 'ALFA', 2, '2026-01-04', '2026-01-08', 1), (2, 'BETA', 3, '2026-01-09', '2026-01-11', 2),
     (3, 'ALFA', 2, '2026-02-01', NULL, NULL), (4, 'GAMA', 3, '2026-02-14', '2026-02-24', 2)`,
  'INSERT INTO order_details VALUES (1, 1, 18, 10, 0), (1, 5, 9, 4, 0), (2, 3, 4, 50, 0.1), (3, 4, 30, 2, 0), (4, 1, 18, 5, 0), (4, 2, 19, 6, 0)',
];

const rental = [
  'CREATE TABLE language (language_id integer PRIMARY KEY, name text NOT NULL)',
  `CREATE TABLE film (film_id integer PRIMARY KEY, title text NOT NULL, language_id integer NOT NULL REFERENCES language,
     length integer NOT NULL, rating text NOT NULL, replacement_cost numeric NOT NULL)`,
  'CREATE TABLE actor (actor_id integer PRIMARY KEY, stage_name text NOT NULL)',
  'CREATE TABLE film_actor (film_id integer NOT NULL REFERENCES film, actor_id integer NOT NULL REFERENCES actor, PRIMARY KEY (film_id, actor_id))',
  'CREATE TABLE store (store_id integer PRIMARY KEY, city text NOT NULL)',
  'CREATE TABLE inventory (inventory_id integer PRIMARY KEY, film_id integer NOT NULL REFERENCES film, store_id integer NOT NULL REFERENCES store)',
  `CREATE TABLE rental (rental_id integer PRIMARY KEY, inventory_id integer NOT NULL REFERENCES inventory, member_no integer NOT NULL,
     rented_on text NOT NULL, returned_on text)`,
  'CREATE TABLE payment (payment_id integer PRIMARY KEY, rental_id integer NOT NULL REFERENCES rental, amount numeric NOT NULL)',
  "INSERT INTO language VALUES (1, 'English'), (2, 'Polish')",
  `INSERT INTO film VALUES (1, 'Paper Lighthouse', 1, 96, 'PG', 14.99), (2, 'The Last Orchard', 1, 141, 'R', 21.5), (3, 'Zima', 2, 118, 'PG', 19),
     (4, 'Copper Road', 1, 88, 'G', 12.5)`,
  "INSERT INTO actor VALUES (1, 'Vera Lind'), (2, 'Otto Hale'), (3, 'Jan Zielony')",
  'INSERT INTO film_actor VALUES (1, 1), (1, 2), (2, 2), (3, 3), (3, 1)',
  "INSERT INTO store VALUES (1, 'Leeds'), (2, 'Gdansk')",
  'INSERT INTO inventory VALUES (1, 1, 1), (2, 1, 2), (3, 2, 1), (4, 3, 2), (5, 3, 2)',
  `INSERT INTO rental VALUES (1, 1, 10, '2026-01-02', '2026-01-05'), (2, 3, 11, '2026-01-03', NULL), (3, 4, 10, '2026-01-20', '2026-01-22'),
     (4, 4, 12, '2026-02-01', '2026-02-09'), (5, 2, 12, '2026-02-11', NULL)`,
  'INSERT INTO payment VALUES (1, 1, 2.99), (2, 2, 4.99), (3, 3, 3.5), (4, 4, 3.5), (5, 4, 1)',
];

export const SCHEMAS = { records, wholesale, rental };

const of = (source, pairs) => pairs.map(([question, sql]) => ({ source, question, sql }));

export const SCHEMA_QUESTIONS = [
  ...of('records', [
    [
      'How many albums has each artist made? Show artists without one, too.',
      'SELECT a.name, count(b.album_id) FROM artist a LEFT JOIN album b ON b.artist_id = a.artist_id GROUP BY a.artist_id',
    ],
    ['Which track is the longest?', 'SELECT name FROM track ORDER BY milliseconds DESC LIMIT 1'],
    [
      'How much money did each genre bring in?',
      'SELECT g.name, sum(l.quantity * t.unit_price) FROM invoice_line l JOIN track t ON t.track_id = l.track_id JOIN genre g ON g.genre_id = t.genre_id GROUP BY g.genre_id',
    ],
    [
      'Which customers have never bought anything?',
      'SELECT full_name FROM customer c WHERE NOT EXISTS (SELECT 1 FROM invoice i WHERE i.customer_id = c.customer_id)',
    ],
    [
      'How many tracks did buyers from Norway buy?',
      "SELECT sum(l.quantity) FROM invoice_line l JOIN invoice i ON i.invoice_id = l.invoice_id JOIN customer c ON c.customer_id = i.customer_id WHERE c.country = 'Norway'",
    ],
    [
      'Which albums were never sold?',
      'SELECT title FROM album a WHERE NOT EXISTS (SELECT 1 FROM track t JOIN invoice_line l ON l.track_id = t.track_id WHERE t.album_id = a.album_id)',
    ],
    [
      'What is the average length of a track by genre, in milliseconds?',
      'SELECT g.name, avg(t.milliseconds) FROM track t JOIN genre g ON g.genre_id = t.genre_id GROUP BY g.genre_id',
    ],
  ]),
  ...of('wholesale', [
    [
      'Which products that are still sold are below their reorder level?',
      'SELECT product_name FROM products WHERE units_in_stock < reorder_level AND discontinued = 0',
    ],
    [
      'What is the revenue by category, after discounts?',
      'SELECT c.category_name, sum(d.unit_price * d.quantity * (1 - d.discount)) FROM order_details d JOIN products p ON p.product_id = d.product_id JOIN categories c ON c.category_id = p.category_id GROUP BY c.category_id',
    ],
    [
      'How many days did each shipper take on average from order to shipping?',
      'SELECT s.company_name, avg(julianday(o.shipped_on) - julianday(o.ordered_on)) FROM orders o JOIN shippers s ON s.shipper_id = o.shipper_id WHERE o.shipped_on IS NOT NULL GROUP BY s.shipper_id',
    ],
    ['Which orders have not been shipped yet?', 'SELECT order_id FROM orders WHERE shipped_on IS NULL'],
    [
      'How many orders did each person who reports to Marsh take?',
      "SELECT e.last_name, count(o.order_id) FROM employees e LEFT JOIN orders o ON o.employee_id = e.employee_id WHERE e.reports_to = (SELECT employee_id FROM employees WHERE last_name = 'Marsh') GROUP BY e.employee_id",
    ],
    [
      'Where was something sold for less than its list price? Give order and product.',
      'SELECT d.order_id, p.product_name FROM order_details d JOIN products p ON p.product_id = d.product_id WHERE d.unit_price < p.unit_price',
    ],
    [
      'How many products does each Norwegian supplier deliver?',
      "SELECT s.company_name, count(*) FROM products p JOIN suppliers s ON s.supplier_id = p.supplier_id WHERE s.country = 'Norway' GROUP BY s.supplier_id",
    ],
  ]),
  ...of('rental', [
    [
      'Which films are out at the moment?',
      'SELECT DISTINCT f.title FROM rental r JOIN inventory i ON i.inventory_id = r.inventory_id JOIN film f ON f.film_id = i.film_id WHERE r.returned_on IS NULL',
    ],
    [
      'How often was each film rented? Show films that never were, too.',
      'SELECT f.title, count(r.rental_id) FROM film f LEFT JOIN inventory i ON i.film_id = f.film_id LEFT JOIN rental r ON r.inventory_id = i.inventory_id GROUP BY f.film_id',
    ],
    [
      'Which actors play in more than one film?',
      'SELECT a.stage_name FROM film_actor fa JOIN actor a ON a.actor_id = fa.actor_id GROUP BY a.actor_id HAVING count(*) > 1',
    ],
    [
      'How much was paid in each city?',
      'SELECT s.city, sum(p.amount) FROM payment p JOIN rental r ON r.rental_id = p.rental_id JOIN inventory i ON i.inventory_id = r.inventory_id JOIN store s ON s.store_id = i.store_id GROUP BY s.store_id',
    ],
    [
      'Which films does no store have?',
      'SELECT title FROM film f WHERE NOT EXISTS (SELECT 1 FROM inventory i WHERE i.film_id = f.film_id)',
    ],
    ['What is the average length of films by rating?', 'SELECT rating, avg(length) FROM film GROUP BY rating'],
    [
      'Which Polish films are longer than 100 minutes?',
      "SELECT f.title FROM film f JOIN language l ON l.language_id = f.language_id WHERE l.name = 'Polish' AND f.length > 100",
    ],
  ]),
];
