import { useMemo } from 'react';
import { type Formats, formatsOf } from './formats-of';
import { useLanguage } from './texts';

export function useFormats(): Formats {
  const language = useLanguage();
  const preferred = navigator.language;
  return useMemo(() => formatsOf(language, preferred), [language, preferred]);
}
