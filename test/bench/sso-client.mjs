// The clients of the single sign-on: each a browser with connections of its own to service and provider, one login at a time, from
// the start over the provider and back to the tokens. Told about { url, returnTo, groups: { [name]: [{ subject, connectionId }] } }.
import { serveClients } from './client-loop.mjs';
import { Browser } from './sso-browser.mjs';

serveClients((login, about) => new Browser(login, about));
