// The least program that answers one row by its primary key: Express, pg, one prepared statement.
import express from 'express';
import pg from 'pg';

const { port, databaseUrl } = JSON.parse(process.env.BASELINE);
const USER = { name: 'user', text: 'SELECT id, username, email, status, created_at FROM users WHERE id = $1' };

const pool = new pg.Pool({ connectionString: databaseUrl, max: 20, idleTimeoutMillis: 60_000, keepAlive: true });
const app = express();
app.disable('x-powered-by');
app.set('etag', false);

app.get('/users/:id', async (request, response) => {
  const { rows } = await pool.query({ ...USER, values: [Number(request.params.id)] });
  response.json(rows[0]);
});

const server = app.listen(port, '127.0.0.1');
process.once('SIGTERM', () => {
  server.closeAllConnections();
  server.close();
  void pool.end().then(() => process.exit(0));
});
