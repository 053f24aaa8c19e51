import { writtenContract } from '../contracts/written.contract.js';
import { postgresqlStores } from '../support/postgresql-stores.js';

writtenContract('PostgreSQL', postgresqlStores);
