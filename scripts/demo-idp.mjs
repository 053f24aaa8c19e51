// An identity provider and a name server for trying single sign-on out on one machine: OpenID Connect and SAML with the people of the
// demo, who log in by a click or by naming themselves in a cookie, and TXT records that are set over HTTP. On loopback alone. A demo
// starts its own; this is for a service that is not a demo, and for addresses that stay the same.
import { createSocket } from 'node:dgram';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { CLIENT, samlAddressesAt } from '../dist/src/demo/stand-ins/addresses.js';
import { identityProvider } from '../dist/src/demo/stand-ins/identity-provider.js';

const port = Number(process.argv[2] ?? process.env['DEMO_IDP_PORT'] ?? 9400);
const dnsPort = Number(process.argv[3] ?? process.env['DEMO_DNS_PORT'] ?? (port === 0 ? 0 : port + 53));
const LONGEST_RECORD = 4_096;

/** @type {Map<string, string>} */
const texts = new Map();

const server = createServer();
const socket = createSocket('udp4');
await Promise.all([
  listening(server, () => server.listen(port, '127.0.0.1'), port),
  listening(socket, () => socket.bind(dnsPort, '127.0.0.1'), dnsPort),
]);
const issuer = `http://127.0.0.1:${server.address().port}`;

const directory = join(process.env['HEADGATE_DATA_DIR'] ?? '.data', 'demo');
const answer = await identityProvider(issuer, directory);
server.on('request', (request, response) => {
  const { pathname } = new URL(request.url ?? '/', issuer);
  const handled = pathname.startsWith('/dns/')
    ? keepRecord(decodeURIComponent(pathname.slice(5)), request, response)
    : answer(request, response);
  Promise.resolve(handled).catch((error) => response.writeHead(400).end(`${error.message}\n`));
});
socket.on('message', (query, from) => {
  const reply = answerTo(query);
  if (reply !== null) socket.send(reply, from.port, from.address);
});

console.log(`Identity provider: ${issuer} (client_id ${CLIENT.id}, client_secret ${CLIENT.secret})
The same over SAML: ${samlAddressesAt(issuer).metadataUrl}
Set a TXT record:  curl -X PUT ${issuer}/dns/<name> -d <value>
Start the service: SSO_NAME_SERVERS=127.0.0.1:${socket.address().port} npm start`);

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

/** RFC 1035 section 4; `null` if it is not a question. */
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
  const record = Buffer.concat([Buffer.from([0xc0, 12, 0, 16, 0, 1, 0, 0, 0, 0, data.length >> 8, data.length & 255]), data]);
  const flags = text === undefined ? [0x81, 0x83] : [0x81, 0x80];
  const header = Buffer.from([query[0], query[1], ...flags, 0, 1, 0, hasText ? 1 : 0, 0, 0, 0, 0]);
  return Buffer.concat([header, query.subarray(12, end + 4), ...(hasText ? [record] : [])]);
}

/** Fails with a sentence if the port is taken. */
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
