import { unwrap } from '@headgate/client';
import { useEffect, useRef } from 'react';
import { useLanguage } from '../i18n/texts';
import { headgate } from './client';
import { queries } from './queries';
import { tabStore } from './stores';

const PATH = '/api/v1/me/preferences';
/** Whose preferences this tab has looked at, and the language of the pages then. */
const SEEN_AS = 'headgate.preferences';

/** Mails speak the language and time zone of the pages as long as the person has chosen no other; a language chosen here is theirs too. */
export function useFirstPreferences(userId: string | undefined): void {
  const language = useLanguage();
  const begun = useRef(language);
  useEffect(() => {
    if (userId === undefined) return;
    const seen = tabStore.get(SEEN_AS);
    const now = `${userId} ${language}`;
    if (seen === now) return;
    const hasChanged = (seen?.startsWith(`${userId} `) ?? false) || begun.current !== language;
    const take = async (): Promise<void> => {
      const { preferences } = unwrap(await headgate.GET(PATH));
      if (preferences.language !== null && !hasChanged) return;
      const zone = preferences.time_zone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
      unwrap(await headgate.PUT(PATH, { body: { language, time_zone: zone } }));
      await queries.invalidateQueries({ queryKey: [PATH] });
    };
    // Nobody waits for it. If the tab leads elsewhere before it is done, the next page tries again.
    take()
      .then(() => tabStore.set(SEEN_AS, now))
      .catch(() => undefined);
  }, [userId, language]);
}
