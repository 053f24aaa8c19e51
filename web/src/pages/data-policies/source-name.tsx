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
