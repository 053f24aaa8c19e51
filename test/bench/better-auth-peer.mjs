// better-auth as its documentation sets it up, with sessions in PostgreSQL and what we have as well: organizations, second factors, JWT.
// Runs in the folder that its packages were installed into.
import { createServer } from 'node:http';
import { betterAuth } from 'better-auth';
import { getMigrations } from 'better-auth/db/migration';
import { toNodeHandler } from 'better-auth/node';
import { bearer, jwt, organization, twoFactor } from 'better-auth/plugins';
import pg from 'pg';

const { port, databaseUrl } = JSON.parse(process.env.BASELINE);
const baseURL = `http://127.0.0.1:${port}`;

const auth = betterAuth({
  baseURL,
  secret: 'a secret of this run that protects nothing at all',
  database: new pg.Pool({ connectionString: databaseUrl, max: 20 }),
  emailAndPassword: { enabled: true },
  rateLimit: { enabled: false },
  telemetry: { enabled: false },
  logger: { level: 'error' },
  trustedOrigins: [baseURL],
  plugins: [organization(), twoFactor(), jwt(), bearer()],
});
const { runMigrations } = await getMigrations(auth.options);
await runMigrations();
const handle = toNodeHandler(auth);

createServer((request, response) => {
  if (request.url === '/health/live') response.end('{"status":"ok"}');
  else void handle(request, response);
}).listen(port, '127.0.0.1');
