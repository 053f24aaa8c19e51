import { chosenLanguage } from '../../i18n/texts';

/** What the demo answers about itself. The API document leaves it out, because programs do not need it. */
export interface DemoFacts {
  readonly accounts: readonly { readonly username: string; readonly about: string }[];
  readonly secrets: {
    readonly password: string;
    readonly totp: { readonly username: string; readonly secret: string };
  };
  readonly identity_provider: {
    readonly address: string;
    readonly oidc: { readonly discovery_url: string; readonly client_id: string; readonly client_secret: string };
    readonly saml: { readonly metadata_url: string };
    readonly people: readonly { readonly email: string; readonly about: string; readonly groups: readonly string[] }[];
  };
  readonly tries: readonly string[];
}

export interface DemoMail {
  readonly id: string;
  readonly at: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly links: readonly string[];
}

export interface DemoMails {
  readonly mails: readonly DemoMail[];
  readonly pagination: { readonly page: number; readonly pages: number; readonly total: number };
}

export interface DemoRecords {
  readonly records: readonly { readonly name: string; readonly value: string }[];
}

/** @returns null when the installation is not a demo @throws Error with the sentence of the service */
export async function askDemo<Answer>(path: string, init: RequestInit = {}): Promise<Answer | null> {
  const response = await fetch(`/api/demo${path}`, {
    ...init,
    headers: { Accept: 'application/json', 'Content-Type': 'application/json', 'Accept-Language': chosenLanguage() },
  });
  if (response.status === 404) return null;
  const body = (await response.json()) as Answer & { readonly message?: string };
  if (!response.ok) throw new Error(body.message);
  return body;
}
