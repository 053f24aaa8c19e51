import { useTexts } from '../../i18n/texts';
import { useRead } from '../../session/read';
import { DATA_SOURCE } from './data-policy-api';
import { texts } from './texts';

/** Its number, for people who may not see it. @param source `null`: none is asked for */
export function useSourceName(source: number | null): string {
  const t = useTexts(texts);
  const { data } = useRead(DATA_SOURCE, { params: { path: { data_source_id: source ?? 0 } } }, { enabled: source !== null });
  return data?.data_source.name ?? t.sourceOf(String(source));
}

export function SourceName({ of }: { readonly of: number }) {
  return useSourceName(of);
}
