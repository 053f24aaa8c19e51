import type { ReactNode } from 'react';
import styles from './person.module.css';

interface Named {
  readonly username: string;
  readonly display_name: string | null;
}

/** What a person is called where nobody else can be meant, such as themselves. */
export function nameOf({ username, display_name: name }: Named): string {
  return name ?? username;
}

/** Where something depends on who it is: several people may have one name, and choose it themselves. */
export function fullNameOf({ username, display_name: name }: Named): string {
  return name === null ? username : `${name} (${username})`;
}

interface PersonProps {
  readonly of: Named & { readonly email?: string };
  /** Puts the name into a link or a button. */
  readonly children?: (name: string) => ReactNode;
}

/** A person in a list. Two may have one name, so the address stands beside it, or else the username. */
export function Person({ of, children = (name) => name }: PersonProps) {
  const { username, email = username } = of;
  const name = nameOf(of);
  return (
    <span className={styles['person']}>
      <Avatar of={of} />
      <span className={styles['names']}>
        <span>{children(name)}</span>
        {/* A directory often names people by their address. */}
        {email !== name && <span className={styles['address']}>{email}</span>}
      </span>
    </span>
  );
}

export function Avatar({ of }: { readonly of: Named }) {
  return (
    <span className={styles['avatar']} aria-hidden="true">
      {initialsOf(nameOf(of))}
    </span>
  );
}

/** Of the first and the last word; what one person takes for a letter can be several characters. */
function initialsOf(name: string): string {
  const words =
    name
      .split('@')[0]
      ?.split(/[\s._-]+/u)
      .filter((word) => word !== '') ?? [];
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words;
  const segmenter = new Intl.Segmenter();
  const first = (word = ''): string => segmenter.segment(word)[Symbol.iterator]().next().value?.segment ?? '';
  return ends.map(first).join('').toLocaleUpperCase();
}
