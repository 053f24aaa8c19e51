// Loaded before the service by `trace-walks.mjs`: counts which functions of the service run, and what goes to its database, between
// two messages.
import { Session } from 'node:inspector/promises';
import { isMainThread } from 'node:worker_threads';
import pg from 'pg';

const OWN = /\/dist\/(src\/.+)\.js$/;

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
    const files = result.flatMap(({ url, functions }) => {
      const path = OWN.exec(url)?.[1];
      const calls = functions.reduce((sum, { functionName, ranges: [range] }) => {
        // The body of the module itself has no name and begins at 0.
        return functionName === '' && range.startOffset === 0 ? sum : sum + range.count;
      }, 0);
      return path === undefined || calls === 0 ? [] : [{ path, calls }];
    });
    const sent = statements;
    statements = [];
    return { files, statements: sent };
  };
  process.on('message', (message) => {
    if (message === 'take') void take().then((taken) => process.send(taken));
  });
}
