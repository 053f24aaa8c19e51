import { catalogue } from '../i18n/texts';

/** What a session lacks that an organization requires. */
export const texts = catalogue(
  {
    single_sign_on: 'The organization accepts only single sign-on. Sign out, then sign in through your organization.',
    second_factor: 'The organization requires a second factor. Add one to your account, then sign in with it.',
  },
  {
    single_sign_on: 'Die Organisation lässt nur Single Sign-on zu. Melden Sie sich ab und dann über Ihre Organisation an.',
    second_factor: 'Die Organisation verlangt einen zweiten Faktor. Fügen Sie Ihrem Konto einen hinzu und melden Sie sich damit an.',
  },
);
