import type { ReactNode } from 'react';
import { LinkButton } from '../../../ui/button';
import type { StepId } from './choices';

interface StepLinkProps {
  readonly step: StepId;
  readonly look?: 'primary' | 'plain';
  readonly children: ReactNode;
}

/** To another step of the same connection. */
export function StepLink({ step, look = 'plain', children }: StepLinkProps) {
  return (
    <LinkButton look={look} from="/organizations/$organization/sso/$connection" to="." search={(before: object) => ({ ...before, step })}>
      {children}
    </LinkButton>
  );
}
