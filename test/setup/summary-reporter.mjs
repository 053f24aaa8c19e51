import { mkdirSync, writeFileSync } from 'node:fs';

/** Ends the run with one plain line that a person or a script can read. */
export default class SummaryReporter {
  onRunComplete(_contexts, results) {
    const skipped = results.numPendingTests + results.numTodoTests;
    const failed = results.numFailedTests + results.numRuntimeErrorTestSuites;
    const line = `${results.numPassedTests} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
    mkdirSync('.cache', { recursive: true });
    writeFileSync('.cache/test-summary', `${line}\n`);
    process.stdout.write(`\n${line}\n`);
  }
}
