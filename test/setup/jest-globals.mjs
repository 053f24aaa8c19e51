// In place of `@jest/globals`, once for each test file (see typescript-loader.mjs).
import { currentGlobals } from './native-runner.mjs';

export const { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest, test } = currentGlobals();
