import { type LinkComponent, createLink } from '@tanstack/react-router';
import type { AnchorHTMLAttributes, ReactNode, Ref } from 'react';
import styles from './views.module.css';

interface ViewsProps {
  /** Says what the views are of, to those who hear it. */
  readonly label: string;
  readonly children: ReactNode;
}

/** The ways to look at what a page is about, one of which is shown. Each has an address. */
export function Views({ label, children }: ViewsProps) {
  return (
    <nav className={styles['views']} aria-label={label}>
      {children}
    </nav>
  );
}

interface AnchorProps extends AnchorHTMLAttributes<HTMLAnchorElement> {
  /** Said by the page: a link counts fewer addresses as active than show its view, such as those with a page of a list. */
  readonly isShown: boolean;
  readonly ref?: Ref<HTMLAnchorElement>;
}

function ViewAnchor({ isShown, children, ...rest }: AnchorProps) {
  return (
    <a {...rest} className={styles['view']} aria-current={isShown ? 'page' : undefined}>
      {children}
    </a>
  );
}

export const View: LinkComponent<typeof ViewAnchor> = createLink(ViewAnchor);
