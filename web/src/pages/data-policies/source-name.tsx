import { Link } from '@tanstack/react-router';
import { useTexts } from '../../i18n/texts';
import { useSeenSource } from '../../session/seen';
import { texts } from './texts';

/** Its number, for people who may not see it. @param source `null`: none is asked for */
export function useSourceName(source: number | null): string {
  const t = useTexts(texts);
  const seen = useSeenSource(source ?? 0, { enabled: source !== null });
  return seen?.name ?? t.sourceOf(String(source));
}

export function SourceName({ of }: { readonly of: number }) {
  return useSourceName(of);
}

/** Leads to it, where the person may see it. */
export function SourceLink({ of }: { readonly of: number }) {
  const name = useSourceName(of);
  if (useSeenSource(of, { enabled: true }) === undefined) return <span>{name}</span>;
  return (
    <Link to="/data-sources/$source/schema" params={{ source: String(of) }}>
      {name}
    </Link>
  );
}
