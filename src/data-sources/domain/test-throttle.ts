import type { ThrottledAction } from '../../shared/ports/attempt-throttle.js';
import { type DataSource, isFileConnection } from './data-source.js';

const TERMS = {
  firstWaitSeconds: 5,
  longestWaitSeconds: 300,
  forgivenInSeconds: 3600,
  // No caller clears the count after a success. We set this because it makes attempts wait for each other, so that the failures of a
  // burst are counted one by one.
  clearedBySuccess: true,
};

/**
 * Throttles for tests of connections: by tests, a person who may register data sources could find open ports and guess passwords.
 * Callers report only failures: if a success cleared the count, one working source would allow an unlimited number of guesses.
 */
export function testThrottles({
  organizationId,
  connection,
}: Pick<DataSource, 'organizationId' | 'connection'>): readonly ThrottledAction[] {
  const host = isFileConnection(connection) ? 'files' : connection.host.toLowerCase().replace(/\.$/, '');
  return [
    { ...TERMS, scope: 'data_source_test_of_host', subject: `${organizationId} ${host}`, freeFailures: 20 },
    { ...TERMS, scope: 'data_source_test', subject: String(organizationId), freeFailures: 100 },
  ];
}
