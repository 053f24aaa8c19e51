import { afterAll, beforeAll, describe, it } from '@jest/globals';
import { type TestApp, startTestApp } from '../support/test-app.js';
import { sceneOf } from './scene.js';
import { TOURS } from './tours.js';

describe('the tours, by the TypeScript client', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp();
  });
  afterAll(() => app.close());

  it.each(Object.entries(TOURS))('%s', (_title, tour) => tour(sceneOf(app)));
});
