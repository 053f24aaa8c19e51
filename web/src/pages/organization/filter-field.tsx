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
  const [asked, setAsked] = useState(value);
  if (known !== value) {
    setKnown(value);
    // The address changed without this field, by Back for instance. What was typed since this field changed it stays.
    if (asked !== value) setTyped(value);
  }
  useEffect(() => {
    const filter = typed.trim();
    if (filter === value) return undefined;
    const timer = setTimeout(() => {
      setAsked(filter);
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
    />
  );
}
