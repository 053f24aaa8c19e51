// An identity provider and a name server for trying single sign-on out on one machine: OpenID Connect with the people of the demo,
// who log in by a click or by naming themselves in a cookie, and TXT records that are set over HTTP. On loopback alone.
import { createSocket } from 'node:dgram';
import { createServer } from 'node:http';

const port = Number(process.argv[2] ?? process.env['DEMO_IDP_PORT'] ?? 9400);
const dnsPort = Number(process.argv[3] ?? process.env['DEMO_DNS_PORT'] ?? (port === 0 ? 0 : port + 53));
const CLIENT = { id: 'headgate', secret: 'demo-secret-of-the-local-provider' };
const PEOPLE = ['olivia', 'adam', 'vera', 'mia'];
const LONGEST_RECORD = 4_096;

/** @type {Map<string, string>} */
const texts = new Map();

// It says at each start that it would rather have another Node.
console.info = console.warn = () => undefined;
const { default: Provider } = await import('oidc-provider');

const server = createServer();
const socket = createSocket('udp4');
await Promise.all([
  listening(server, () => server.listen(port, '127.0.0.1'), port),
  listening(socket, () => socket.bind(dnsPort, '127.0.0.1'), dnsPort),
]);
const issuer = `http://127.0.0.1:${server.address().port}`;

const provider = new Provider(issuer, {
  clients: [{ client_id: CLIENT.id, client_secret: CLIENT.secret, redirect_uris: ['http://127.0.0.1/callback'] }],
  cookies: { keys: ['of the demo'] },
  scopes: ['openid', 'profile', 'email', 'groups'],
  claims: { openid: ['sub', 'sid', 'amr'], email: ['email', 'email_verified'], profile: ['name'], groups: ['groups'] },
  conformIdTokenClaims: false,
  findAccount: (_ctx, sub) => PEOPLE.includes(sub) && { accountId: sub, claims: () => claimsOf(sub) },
  features: { devInteractions: { enabled: false }, rpInitiatedLogout: { enabled: true } },
  interactions: { url: (_ctx, { uid }) => `/interaction/${uid}` },
  renderError: (ctx, out) => {
    ctx.body = JSON.stringify(out);
  },
});
// The addresses of a connection hold its id, which exists only after somebody has named this provider.
provider.Client.prototype.redirectUriAllowed = (uri) => /^http:\/\/(127\.0\.0\.1|localhost)(:\d+)?\//.test(uri);
provider.Client.prototype.postLogoutRedirectUriAllowed = provider.Client.prototype.redirectUriAllowed;

const answer = provider.callback();
server.on('request', (request, response) => {
  const { pathname } = new URL(request.url ?? '/', issuer);
  const handled = pathname.startsWith('/dns/')
    ? keepRecord(decodeURIComponent(pathname.slice(5)), request, response)
    : pathname.startsWith('/interaction/')
      ? interact(request, response)
      : answer(request, response);
  Promise.resolve(handled).catch((error) => response.writeHead(400).end(`${error.message}\n`));
});
socket.on('message', (query, from) => {
  const reply = answerTo(query);
  if (reply !== null) socket.send(reply, from.port, from.address);
});

console.log(`Identity provider: ${issuer} (client_id ${CLIENT.id}, client_secret ${CLIENT.secret})
Set a TXT record:  curl -X PUT ${issuer}/dns/<name> -d <value>
Start the service: SSO_NAME_SERVERS=127.0.0.1:${socket.address().port} npm start`);

function claimsOf(sub) {
  const name = sub[0].toUpperCase() + sub.slice(1);
  return { sub, name, email: `${sub}@delta.example`, email_verified: true, groups: ['delta'] };
}

/** Whoever `?as=` or the cookie `demo_user` names; a page to choose from otherwise. */
async function interact(request, response) {
  const { prompt, params, session, grantId } = await provider.interactionDetails(request, response);
  if (prompt.name === 'login') {
    const asked = new URL(request.url, issuer).searchParams.get('as');
    const sub = asked ?? /(?:^|; )demo_user=(\w+)/.exec(request.headers.cookie ?? '')?.[1];
    if (!PEOPLE.includes(sub)) {
      const links = PEOPLE.map((one) => `<li><a href="?as=${one}">${one}@delta.example</a></li>`).join('');
      response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-store' });
      response.end(`<!doctype html><html lang="en"><title>Log in</title><h1>Who are you?</h1><ul>${links}</ul>`);
      return;
    }
    await provider.interactionFinished(request, response, { login: { accountId: sub, amr: ['pwd', 'mfa'] } });
    return;
  }
  const known = grantId === undefined ? undefined : await provider.Grant.find(grantId);
  const grant = known ?? new provider.Grant({ accountId: session?.accountId, clientId: String(params.client_id) });
  grant.addOIDCScope(String(params.scope));
  await provider.interactionFinished(request, response, { consent: { grantId: await grant.save() } });
}

async function keepRecord(name, request, response) {
  if (request.method === 'DELETE') texts.delete(name.toLowerCase());
  else if (request.method !== 'PUT') {
    response.writeHead(405, { Allow: 'PUT, DELETE' }).end();
    return;
  } else {
    let value = '';
    for await (const chunk of request) {
      value += chunk;
      if (value.length > LONGEST_RECORD) throw new Error('A record has 4096 characters at most.');
    }
    texts.set(name.toLowerCase(), value.trim());
  }
  response.writeHead(204).end();
}

/** RFC 1035 section 4; `null` for what is no question. */
function answerTo(query) {
  const labels = [];
  let at = 12;
  while (at < query.length && query[at] > 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + query[at]));
    at += query[at] + 1;
  }
  const end = at + 1;
  if (query.length < end + 4) return null;
  const text = texts.get(labels.join('.').toLowerCase());
  const hasText = text !== undefined && query.readUInt16BE(end) === 16;
  const pieces = (text?.match(/.{1,200}/gs) ?? ['']).map((piece) => Buffer.from(piece));
  const data = Buffer.concat(pieces.flatMap((piece) => [Buffer.from([piece.length]), piece]));
  const record = Buffer.concat([
    Buffer.from([0xc0, 12, 0, 16, 0, 1, 0, 0, 0, 0, data.length >> 8, data.length & 255]),
    data,
  ]);
  const flags = text === undefined ? [0x81, 0x83] : [0x81, 0x80];
  const header = Buffer.from([query[0], query[1], ...flags, 0, 1, 0, hasText ? 1 : 0, 0, 0, 0, 0]);
  return Buffer.concat([header, query.subarray(12, end + 4), ...(hasText ? [record] : [])]);
}

/** Fails with a sentence where the port is taken. */
function listening(what, begin, wanted) {
  return new Promise((resolve) => {
    what.once('listening', resolve);
    what.once('error', (error) => {
      console.error(error.code === 'EADDRINUSE' ? `Port ${wanted} is taken: name another one.` : error.message);
      process.exit(1);
    });
    begin();
  });
}
