import Sequencer from '@jest/test-sequencer';

/** Those that take longest: begun last, one of them would run alone at the end, beside cores that have nothing left to do. */
const LONGEST = [
  'faults/demo-secrets.spec.ts',
  'faults/process-commands.spec.ts',
  'faults/silent-database.spec.ts',
  'faults/process.spec.ts',
  'engines/statements-files.spec.ts',
  'engines/refusals-of-text.spec.ts',
  'engines/hidden-statistics.spec.ts',
  'engines/discover-files.spec.ts',
  'engines/long-lists.spec.ts',
  'e2e/waiting-statements.spec.ts',
  'e2e/sso-walk.spec.ts',
  'e2e/access-matrix.spec.ts',
  'scim/conformance.spec.ts',
  'e2e/standard-login.spec.ts',
  'e2e/system-administrator-operations.spec.ts',
  'e2e/demo-stand-ins.spec.ts',
];

/** Jest's `testSequencer`: where no earlier run is known Jest goes by the size of the files, which says little of their time. */
export default class LongestFirst extends Sequencer {
  async sort(tests) {
    const rank = ({ path }) => LONGEST.findIndex((end) => path.endsWith(`/test/${end}`));
    const long = tests.filter((test) => rank(test) >= 0).sort((one, other) => rank(one) - rank(other));
    return [...long, ...(await super.sort(tests.filter((test) => rank(test) < 0)))];
  }
}
