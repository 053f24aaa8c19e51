import { useEffect, useState } from 'react';
import { TextField } from '../../ui/field';

interface FilterFieldProps {
  readonly label: string;
  readonly hint?: string;
  readonly value: string;
  readonly onFilter: (value: string) => void;
}

const PAUSE_MS = 250;

/** Filters when the person stops typing for a moment. */
export function FilterField({ label, hint, value, onFilter }: FilterFieldProps) {
  const [typed, setTyped] = useState(value);
  const [known, setKnown] = useState(value);
  // What this field has asked for and has not received yet.
  const [asked, setAsked] = useState<readonly string[]>([]);
  if (known !== value) {
    const place = asked.indexOf(value);
    setKnown(value);
    setAsked(asked.slice(place + 1));
    // The value changed without this field, for example by Back. After the field's own changes, what was typed since
    // stays.
    if (place === -1) setTyped(value);
  }
  useEffect(() => {
    const filter = typed.trim();
    if (filter === value) return undefined;
    const timer = setTimeout(() => {
      setAsked((before) => [...before, filter]);
      onFilter(filter);
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed, value, onFilter]);
  return (
    <TextField
      label={label}
      {...(hint === undefined ? {} : { hint })}
      type="search"
      value={typed}
      onChange={({ target }) => setTyped(target.value)}
      // It filters by itself; Enter would send the form around it.
      onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
    />
  );
}
