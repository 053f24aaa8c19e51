import type { LoginStep } from '@headgate/client';
import { useNavigate } from '@tanstack/react-router';
import { safeNext } from '../../session/next';
import { signedIn } from '../../session/session';

type Done = Extract<LoginStep, { kind: 'tokens' }>;
type Offer = NonNullable<Done['device_activation']>;

interface Offered extends Offer {
  readonly next: string;
}

/** The offer of the login that has just ended. It is in the memory of the page: a reload forgets only this offer. */
let offered: Offered | null = null;

export function takeOffer(): Offered | null {
  const offer = offered;
  offered = null;
  return offer;
}

/** Where a login leads: to the page that was asked for, by way of the offer to trust the browser, if there is one. */
export function useArrival(): (done: Done, next: string | undefined) => void {
  const navigate = useNavigate();
  return ({ user, device_activation: offer }, next) => {
    signedIn(user.id);
    const target = safeNext(next);
    offered = offer === null ? null : { ...offer, next: target };
    void (offer === null ? navigate({ href: target, replace: true }) : navigate({ to: '/signin/device', replace: true }));
  };
}
