// A statement without ORDER BY has no order: PostgreSQL mostly answers in the one of the table, until it does not. Here it answers our own
// statements the other way round, so that whoever counts on an order fails at once and not some day.
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const Connection = require('pg/lib/connection.js');
const Query = require('pg/lib/query.js');

/** Those of the service to its own database; what it sends to data sources is the customers'. */
const OURS = /^headgate(?:-replicas)?$/;
/** A function that returns rows returns them in order, and numbers are drawn in that of the rows. */
const HAS_ORDER = /ORDER BY|generate_series/i;
const applications = new WeakMap();
/** Prepared statements are sent by their names alone. */
const texts = new Map();

const { startup } = Connection.prototype;
Connection.prototype.startup = function (config) {
  applications.set(this, config.application_name);
  return startup.call(this, config);
};

const { submit, handleCommandComplete } = Query.prototype;
Query.prototype.submit = function (connection) {
  if (this.name && this.text) texts.set(this.name, this.text);
  return submit.call(this, connection);
};
Query.prototype.handleCommandComplete = function (message, connection) {
  handleCommandComplete.call(this, message, connection);
  const text = this.text ?? texts.get(this.name) ?? '';
  if (OURS.test(applications.get(connection) ?? '') && !HAS_ORDER.test(text)) this._result.rows.reverse();
};
