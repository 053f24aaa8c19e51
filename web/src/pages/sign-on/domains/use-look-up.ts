import { HeadgateError, unwrap } from '@headgate/client';
import { useEffect, useState } from 'react';
import { useAction } from '../../../session/action';
import { headgate } from '../../../session/client';
import { DOMAINS } from '../connection/read-connection';
import { PREVIEW } from '../enforcement/read-enforcement';

/** Seconds between checks: first short, then longer, and over before the person's fresh proof has expired. */
const WAITS = [5, 10, 20, 30, 60, 60, 60, 60, 60] as const;

interface Looks {
  readonly made: number;
  readonly at: Date | null;
}

/** Asks the DNS for the record of a domain when the person says so, and then by itself for a while. */
export function useLookUp(domainId: number, isBegun: boolean) {
  const [looks, setLooks] = useState<Looks>({ made: isBegun ? 0 : WAITS.length, at: null });
  const look = useAction(
    async () => {
      try {
        return unwrap(await headgate.POST('/api/v1/sso/domains/{domain_id}/verify', { params: { path: { domain_id: domainId } } }));
      } finally {
        setLooks(({ made }) => ({ made: made + 1, at: new Date() }));
      }
    },
    { changes: [DOMAINS, PREVIEW] },
  );
  const { run, isRunning, error, result } = look;
  const isOver = result !== undefined || isHopeless(error);
  const wait = isOver || isRunning ? undefined : WAITS[looks.made];
  useEffect(() => {
    if (wait === undefined) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const schedule = (): void => {
      clearTimeout(timer);
      if (document.visibilityState === 'visible') timer = setTimeout(() => run(undefined), wait * 1000);
    };
    schedule();
    document.addEventListener('visibilitychange', schedule);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', schedule);
    };
  }, [wait, run, looks]);
  return {
    lookNow: () => {
      setLooks({ made: -1, at: looks.at });
      run(undefined);
    },
    isLooking: isRunning,
    goesOn: wait !== undefined,
    error,
    lookedAt: looks.at,
  };
}

/** Another look would end the same way, or trouble the person. */
function isHopeless(error: Error | null): boolean {
  return error instanceof HeadgateError && error.code !== 'DOMAIN_NOT_VERIFIED';
}
