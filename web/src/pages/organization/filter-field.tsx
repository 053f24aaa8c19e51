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
  // The address may change without this field, by Back for instance.
  useEffect(() => setTyped(value), [value]);
  useEffect(() => {
    const filter = typed.trim();
    if (filter === value) return undefined;
    const timer = setTimeout(() => onFilter(filter), PAUSE_MS);
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
