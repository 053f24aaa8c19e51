import { sessionsContract } from '../contracts/sessions.contract.js';
import { postgresqlStores } from '../support/postgresql-stores.js';

sessionsContract('PostgreSQL', postgresqlStores);
