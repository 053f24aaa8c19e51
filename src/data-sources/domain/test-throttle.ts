import type { ThrottledAction } from '../../shared/ports/attempt-throttle.js';
import { type DataSource, isFileConnection } from './data-source.js';

const TERMS = {
  firstWaitSeconds: 5,
  longestWaitSeconds: 300,
  forgivenInSeconds: 3600,
  // Nothing clears it; it is what makes failures wait for each other, so that a burst is counted one by one.
  clearedBySuccess: true,
};

/**
 * Who may register data sources could find out by them which ports are open and which passwords fit. Failures alone are
 * settled: if a success cleared them, one source that answers would make room for as many guesses as anybody likes.
 */
export function testThrottles({ organizationId, connection }: DataSource): readonly ThrottledAction[] {
  const host = isFileConnection(connection) ? 'files' : connection.host.toLowerCase().replace(/\.$/, '');
  return [
    { ...TERMS, scope: 'data_source_test_of_host', subject: `${organizationId} ${host}`, freeFailures: 20 },
    { ...TERMS, scope: 'data_source_test', subject: String(organizationId), freeFailures: 100 },
  ];
}
