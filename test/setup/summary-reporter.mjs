import { mkdirSync, writeFileSync } from 'node:fs';

/** Ends the run with one plain line that a person or a script can read. */
export default class SummaryReporter {
  onRunComplete(_contexts, results) {
    const skipped = results.numPendingTests + results.numTodoTests;
    const failed = results.numFailedTests + results.numRuntimeErrorTestSuites;
    const line = `${results.numPassedTests} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
    mkdirSync('.cache', { recursive: true });
    writeFileSync('.cache/test-summary', `${line}\n`);
    if (skipped > 0) process.stdout.write(`\n${whatWasSkipped(results.testResults)}`);
    process.stdout.write(`\n${line}\n`);
  }
}

/** What was not tested must be told from what was: a group says in its name what it needs, such as `(needs TEST_MYSQL_URL)`. */
function whatWasSkipped(files) {
  const groups = new Map();
  for (const test of files.flatMap((file) => file.testResults)) {
    if (test.status !== 'pending' && test.status !== 'todo') continue;
    const group = test.ancestorTitles.join(' > ');
    groups.set(group, [...(groups.get(group) ?? []), test.title]);
  }
  const lines = [...groups].map(
    ([group, titles]) => `  ${group}\n${titles.map((title) => `    - ${title}\n`).join('')}`,
  );
  return `Skipped, so nothing is known of:\n${lines.join('')}`;
}
