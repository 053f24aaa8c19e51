// The least program that answers the two reads: Express, pg, the same statements, the same JSON. Nothing is logged,
// measured, validated beyond need or protected by headers.
import { createPublicKey } from 'node:crypto';
import { createRequire } from 'node:module';
import bcrypt from 'bcrypt';
import express from 'express';
import pg from 'pg';

const { port, databaseUrl, statements, everything, verification } = JSON.parse(process.env.BASELINE);
const IDLE_MS = 7 * 86_400_000;

const pool = new pg.Pool({ connectionString: databaseUrl, max: 20, idleTimeoutMillis: 60_000, keepAlive: true });
const claimsOf = verification === undefined ? unverifiedClaims : verifier();

function unverifiedClaims(token) {
  return JSON.parse(Buffer.from(token.split('.')[1], 'base64url').toString('utf8'));
}

/** With the copy of jsonwebtoken that passport-jwt verifies with. */
function verifier() {
  const { jwk, issuer, audience } = verification;
  const jsonwebtoken = createRequire(createRequire(import.meta.url).resolve('passport-jwt'))('jsonwebtoken');
  const key = createPublicKey({ key: jwk, format: 'jwk' });
  return (token) => jsonwebtoken.verify(token, key, { algorithms: ['ES256'], issuer, audience });
}

async function authenticate(request, response, next) {
  const claims = claimsOf((request.headers.authorization ?? '').slice('Bearer '.length));
  const now = new Date();
  const values = [now, new Date(now.getTime() - IDLE_MS), claims.sid, Number(claims.sub)];
  const { rows } = await pool.query({ ...statements.findLive, values });
  if (rows.length === 0) {
    response.status(401).json({ success: false });
    return;
  }
  request.caller = { userId: values[3], sessionId: claims.sid, ...rows[0] };
  next();
}

const app = express();
app.disable('x-powered-by');
app.set('etag', false);

app.get('/health/live', (_request, response) => void response.json({ status: 'ok' }));

app.get('/api/rivers', authenticate, async (request, response) => {
  const page = Number(request.query.page ?? 1);
  const limit = Number(request.query.limit ?? 10);
  const { rows } = await pool.query({ ...statements.riversPage, values: [limit, (page - 1) * limit] });
  const total = rows[0]?.total ?? 0;
  const pages = Math.ceil(total / limit);
  response.json({
    rivers: rows.map((row) => ({
      id: row.id,
      name: row.name,
      length_km: row.lengthKm,
      basin_area_km2: row.basinAreaKm2,
      average_discharge_m3s: row.averageDischargeM3s,
      outflow: row.outflow,
      continent: row.continent,
      countries: row.countries,
    })),
    pagination: { page, limit, total, pages, has_next: page < pages, has_prev: page > 1 && total > 0 },
  });
});

app.get('/api/v1/me', authenticate, async ({ caller }, response) => {
  const [{ rows }, factors] = await Promise.all([
    pool.query({ ...statements.affiliations, values: [caller.userId] }),
    pool.query({ ...statements.factors, values: [caller.userId] }),
  ]);
  const message = 'You are logged in.';
  response.set('Cache-Control', 'no-store').json({
    success: true,
    data: {
      user: {
        id: String(caller.userId),
        username: caller.username,
        email: caller.email,
        role: caller.isSystemAdmin ? 'system_admin' : (rows[0]?.roleName ?? 'user'),
      },
      organizations: rows.map((row) => ({
        id: row.organizationId,
        name: row.organizationName,
        role: row.roleName,
        permissions: row.permissions?.includes('*') ? everything : row.permissions,
        needs: null,
      })),
      workspaces: [],
      permissions_everywhere: [],
      session: {
        id: caller.sessionId,
        amr: caller.amr,
        acr: caller.acr,
        authenticated_at: caller.authenticatedAt.toISOString(),
      },
      mfa: { enrolled: factors.rows.length > 0, methods: [] },
      message,
    },
    message,
  });
});

app.get('/api/v1/organizations/:id', authenticate, async ({ caller, params }, response) => {
  const id = Number(params.id);
  const grants = await pool.query({ ...statements.grants, values: [id, caller.userId, null] });
  const permissions = grants.rows.flatMap((row) => row.permissions);
  if (!permissions.includes('*') && !permissions.includes('organization.read')) {
    response.status(403).json({ success: false });
    return;
  }
  const { rows } = await pool.query({ ...statements.organization, values: [id] });
  const [{ name, domain, plan, createdAt, version }] = rows;
  const message = 'Organization found.';
  const organization = { id, name, ...(domain !== null && { domain }), plan, created_at: createdAt.toISOString() };
  response.set('Cache-Control', 'no-store').set('ETag', `"${version}"`);
  response.json({ success: true, data: { organization, message }, message });
});

/** The floor of `gate`: a verified token and one statement; and for a login a password. */
app.get('/floor', authenticate, ({ caller }, response) => void response.json({ success: true, data: caller }));

const hash = bcrypt.hashSync('a password', 10);
app.post('/floor/login', express.json(), async ({ body }, response) => {
  await pool.query({ name: 'floor-login', text: 'SELECT id FROM users WHERE username_key = $1', values: [body.username] });
  response.json({ success: await bcrypt.compare(body.password, hash) });
});

/** With links to icons that are as long as the signed ones of the service. */
app.get('/api/v1/prompt-templates/:id', authenticate, async ({ caller, params }, response) => {
  const id = Number(params.id);
  const { rows } = await pool.query({ ...statements.template, values: [id] });
  const [row] = rows;
  const grants = await pool.query({ ...statements.grants, values: [row.organizationId, caller.userId, null] });
  const permissions = grants.rows.flatMap((grant) => grant.permissions);
  if (!permissions.includes('*') && !permissions.includes('template.read')) {
    response.status(403).json({ success: false });
    return;
  }
  const { content } = row;
  response.set('Cache-Control', 'no-store').set('ETag', `"${row.version}"`);
  response.json({
    success: true,
    data: {
      id,
      organization_id: row.organizationId,
      name: content.name,
      description: content.description,
      template_text: content.text,
      parameters: content.parameters,
      category: content.category,
      tags: content.tags,
      icon_url: `http://127.0.0.1:${port}/api/v1/prompt-templates/${id}/icon`,
      icon_presigned_url: `http://127.0.0.1:${port}/icons/generated-${id}-TFI.svg?expires=1795255200&signature=${'x'.repeat(43)}`,
      status: row.status,
      compatible_data_source_ids: content.compatibleDataSourceIds,
      is_system_template: row.isSystemTemplate,
      is_public: row.isPublic,
      usage_count: row.usageCount,
      created_by_user_id: row.createdByUserId,
      created_at: row.createdAt.toISOString(),
      updated_at: row.updatedAt.toISOString(),
    },
    message: 'Prompt template found.',
  });
});

const server = app.listen(port, '127.0.0.1');
// As the service: a connection that rests while others are measured stays.
server.keepAliveTimeout = 65_000;
process.once('SIGTERM', () => {
  server.closeAllConnections();
  server.close();
  void pool.end().then(() => process.exit(0));
});
