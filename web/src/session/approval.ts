import { isError } from '@headgate/client';
import { useSyncExternalStore } from 'react';

/** A change of a system administrator that the owners of an organization have to approve. */
export interface RefusedChange {
  readonly organization: number;
  /** As the service has sealed it. */
  readonly change: string;
}

let refused: RefusedChange | null = null;
const heard = new Set<() => void>();

/** Opens the dialog of `AskOwnersDialog` when owners can be asked, and does nothing otherwise. */
export function offerToAskOwners(error: Error): void {
  if (!isError(error, 'OWNER_APPROVAL_REQUIRED')) return;
  const { organization_id: organization, change } = error.access_request;
  if (change !== undefined) become({ organization, change });
}

export function forgetRefusedChange(): void {
  become(null);
}

export function useRefusedChange(): RefusedChange | null {
  return useSyncExternalStore(
    (tell) => {
      heard.add(tell);
      return () => heard.delete(tell);
    },
    () => refused,
  );
}

function become(next: RefusedChange | null): void {
  refused = next;
  for (const tell of heard) tell();
}
