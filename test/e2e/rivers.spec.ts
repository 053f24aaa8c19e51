import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type TestApp, logIn, startTestApp } from '../support/test-app.js';

describe('GET /api/rivers', () => {
  let app: TestApp;
  let token: string;

  beforeAll(async () => {
    app = await startTestApp();
    ({ accessToken: token } = await logIn(app.http, 'nora'));
  });
  afterAll(() => app.close());

  it('answers the first ten, longest first, in the documented shape and without an envelope', async () => {
    const { status, body } = await app.http.get('/api/rivers', { token });
    expect(status).toBe(200);
    expect(Object.keys(body).sort()).toEqual(['pagination', 'rivers']);
    expect(body.rivers).toHaveLength(10);
    expect(Object.keys(body.rivers[0]).sort()).toEqual([
      'average_discharge_m3s',
      'basin_area_km2',
      'continent',
      'countries',
      'id',
      'length_km',
      'name',
      'outflow',
    ]);
    const lengths = body.rivers.map((river: { length_km: number }) => river.length_km);
    expect(lengths).toEqual([...lengths].sort((one, other) => other - one));
    const { total } = body.pagination;
    expect(total).toBeGreaterThanOrEqual(150);
    expect(body.pagination).toEqual({
      page: 1,
      limit: 10,
      total,
      pages: Math.ceil(total / 10),
      has_next: true,
      has_prev: false,
    });
  });

  it('pages through every river exactly once', async () => {
    const ids = new Set<number>();
    let page = 1;
    for (let hasNext = true; hasNext; page += 1) {
      const { body } = await app.http.get(`/api/rivers?page=${page}&limit=100`, { token });
      for (const river of body.rivers) ids.add(river.id);
      hasNext = body.pagination.has_next;
      if (!hasNext) expect(ids.size).toBe(body.pagination.total);
    }
  });

  it('answers an empty list past the end, with the true total', async () => {
    const { status, body } = await app.http.get('/api/rivers?page=2147483647&limit=100', { token });
    expect(status).toBe(200);
    expect(body.rivers).toEqual([]);
    expect(body.pagination).toMatchObject({ page: 2147483647, limit: 100, has_next: false, has_prev: true });
    expect(body.pagination.total).toBeGreaterThanOrEqual(150);
  });

  it.each([
    'page=0',
    'page=-1',
    'page=1.5',
    'page=abc',
    'page=',
    'page=1e2',
    'page=0x10',
    'page=2147483648',
    'page=99999999999999999999',
    'page=1&page=2',
    'limit=0',
    'limit=101',
    'limit=-5',
    'limit=ten',
    'limit=',
    'limit=10&limit=20',
    'limit[]=3',
    'page[a]=1',
    'page=%00',
    'page=NaN',
    'limit=Infinity',
  ])('refuses ?%s with 400 or ignores an unknown name, and never fails', async (query) => {
    const { status, body } = await app.http.get(`/api/rivers?${query}`, { token });
    if (/\[/.test(query)) return expect(status).toBe(200);
    expect(status).toBe(400);
    expect(body).toMatchObject({ success: false, code: 'VALIDATION_FAILED' });
    expect(body.details[0].field).toMatch(/^(page|limit)$/);
  });

  it('needs an access token', async () => {
    expect((await app.http.get('/api/rivers')).status).toBe(401);
    expect((await app.http.get(`/api/rivers?access_token=${token}`)).status).toBe(401);
    expect((await app.http.get('/api/rivers?page=0')).status).toBe(401);
  });
});
