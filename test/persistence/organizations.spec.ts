import { organizationsContract } from '../contracts/organizations.contract.js';
import { postgresqlStores } from '../support/postgresql-stores.js';

organizationsContract('PostgreSQL', postgresqlStores);
