import { isError } from '@headgate/client';
import { useSyncExternalStore } from 'react';

/** What the owners of an organization have to approve. */
export interface RefusedAct {
  readonly organization: number;
  /** A change as the service has sealed it, or the member whose second factors are to be removed. */
  readonly asked: { readonly kind: 'change'; readonly change: string } | { readonly kind: 'reset_factors'; readonly user_id: number };
}

let refused: RefusedAct | null = null;
const heard = new Set<() => void>();

/** Opens the dialog of `AskOwnersDialog` when owners can be asked, and does nothing otherwise. */
export function offerToAskOwners(error: Error): void {
  if (!isError(error, 'OWNER_APPROVAL_REQUIRED')) return;
  const { organization_id: organization, change } = error.access_request;
  if (change !== undefined) become({ organization, asked: { kind: 'change', change } });
}

/** The same for help that takes a second person. */
export function offerToAskForReset(error: unknown, organization: number, userId: number): void {
  if (isError(error, 'OWNER_APPROVAL_REQUIRED')) become({ organization, asked: { kind: 'reset_factors', user_id: userId } });
}

export function forgetRefusedAct(): void {
  become(null);
}

export function useRefusedAct(): RefusedAct | null {
  return useSyncExternalStore(
    (tell) => {
      heard.add(tell);
      return () => heard.delete(tell);
    },
    () => refused,
  );
}

function become(next: RefusedAct | null): void {
  refused = next;
  for (const tell of heard) tell();
}
