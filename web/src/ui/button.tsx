import { type LinkComponent, createLink } from '@tanstack/react-router';
import type { AnchorHTMLAttributes, ButtonHTMLAttributes, ReactNode, Ref } from 'react';
import styles from './button.module.css';

type Look = 'plain' | 'primary' | 'danger' | 'quiet';

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly look?: Look;
  /** While it runs the button takes no second click, and says so to screen readers. */
  readonly isBusy?: boolean;
  readonly ref?: Ref<HTMLButtonElement>;
  readonly children: ReactNode;
}

const classOf = (look: Look): string => `${styles['button']} ${look === 'plain' ? '' : styles[look]}`;

/** It has no `disabled`, by which browsers take the focus away: whoever works by the keyboard stays where they pressed. */
export function Button({ look = 'plain', isBusy = false, type = 'button', disabled = false, onClick, children, ...rest }: ButtonProps) {
  const rests = disabled || isBusy;
  return (
    <button
      {...rest}
      type={type}
      className={classOf(look)}
      data-look={look}
      aria-disabled={rests}
      aria-busy={isBusy}
      onClick={rests ? (event) => event.preventDefault() : onClick}
    >
      {children}
    </button>
  );
}

interface AnchorProps extends AnchorHTMLAttributes<HTMLAnchorElement> {
  readonly look?: Look;
  readonly ref?: Ref<HTMLAnchorElement>;
}

/** An address outside these pages, such as a login at an identity provider, or a file. */
export function AnchorButton({ look = 'plain', children, ...rest }: AnchorProps) {
  return (
    <a {...rest} className={classOf(look)}>
      {children}
    </a>
  );
}

/** A link to a page that looks like a button. */
export const LinkButton: LinkComponent<typeof AnchorButton> = createLink(AnchorButton);
