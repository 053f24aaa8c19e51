import { accountsContract } from '../contracts/accounts.contract.js';
import { postgresqlStores } from '../support/postgresql-stores.js';

accountsContract('PostgreSQL', postgresqlStores);
