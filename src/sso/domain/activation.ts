import { ConnectionNotTested } from './connection.errors.js';
import type { Connection } from './connection.js';
import { TEST_COUNTS_HOURS } from './connection-test.js';
import { isExpired } from './trust-change.js';
import { say } from '../../shared/sentence.js';

/**
 * Whether a connection may let people in.
 * @returns who passed the test; they must still be allowed to manage it @throws ConnectionNotTested
 */
export function testerOf(connection: Connection, now: Date): number {
  const { testedVersion, testedAt, testedBy, configurationVersion } = connection;
  if (testedVersion === null || testedAt === null) throw new ConnectionNotTested('Test the connection first, and log in through it.');
  if (testedVersion !== configurationVersion)
    throw new ConnectionNotTested('The connection was changed since it was tested. Test it again.');
  if (now.getTime() - testedAt.getTime() > TEST_COUNTS_HOURS * 3_600_000)
    throw new ConnectionNotTested(say('The test is older than {hours} hours. Test the connection again.', { hours: TEST_COUNTS_HOURS }));
  if (testedBy === null) throw new ConnectionNotTested('The person who tested the connection is gone. Test the connection again.');
  // A provider whose keys have all expired cannot be trusted; the login would refuse them as well.
  if (connection.type === 'saml' && connection.settings.certificates.every((one) => isExpired(one, now)))
    throw new ConnectionNotTested('Every certificate of the connection has expired. Add a valid one, and test it again.');
  return testedBy;
}
