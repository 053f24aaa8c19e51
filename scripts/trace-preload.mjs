// Loaded before the service by `trace-walks.mjs`: counts which functions of the service run, and what goes to its database, between
// two messages.
import { readFileSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import { fileURLToPath } from 'node:url';
import { isMainThread } from 'node:worker_threads';
import pg from 'pg';

const OWN = /\/dist\/src\/.+\.js$/;

/** The build writes many files into one, each behind a line with its name. */
const NAME = /^\/\/ (src\/.+)\.ts$/gm;
const written = new Map();

/** @returns the source file of what begins there in a file of the build */
function sourceAt(url, offset) {
  if (!written.has(url)) {
    const names = [...readFileSync(fileURLToPath(url), 'utf8').matchAll(NAME)];
    written.set(
      url,
      names.map(({ index, 1: path }) => ({ index, path })),
    );
  }
  return written.get(url).findLast(({ index }) => index < offset)?.path;
}

if (isMainThread) {
  const inspector = new Session();
  inspector.connect();
  await inspector.post('Profiler.enable');
  await inspector.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  let statements = [];
  const { query } = pg.Client.prototype;
  pg.Client.prototype.query = function (...args) {
    const [first] = args;
    statements.push(typeof first === 'string' ? first : (first?.text ?? ''));
    return query.apply(this, args);
  };
  /** What has run since the last time. */
  const take = async () => {
    const { result } = await inspector.post('Profiler.takePreciseCoverage');
    const calls = new Map();
    for (const { url, functions } of result.filter((one) => OWN.test(one.url))) {
      for (const { ranges } of functions) {
        const [{ startOffset, count }] = ranges;
        // None is there for the body of the written file itself.
        const path = sourceAt(url, startOffset);
        if (path !== undefined && count > 0) calls.set(path, (calls.get(path) ?? 0) + count);
      }
    }
    const sent = statements;
    statements = [];
    return { files: [...calls].map(([path, count]) => ({ path, calls: count })), statements: sent };
  };
  process.on('message', (message) => {
    if (message === 'take') void take().then((taken) => process.send(taken));
  });
}
