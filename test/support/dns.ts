import { type Socket, createSocket } from 'node:dgram';

const TYPES = { cname: 5, txt: 16 } as const;
const ANSWER_FLAGS = 0x8180;
const NO_SUCH_NAME = 3;

export interface NameServer {
  /** For `SSO_NAME_SERVERS`. */
  readonly address: string;
  /** Text records by name, in lower case. */
  readonly texts: Map<string, string[]>;
  readonly aliases: Map<string, string>;
  /** Names that are not answered for with anything but this code; 2: SERVFAIL. */
  readonly failures: Map<string, number>;
  readonly asked: string[];
  close(): Promise<void>;
}

/** A name server of its own, over UDP (RFC 1035 section 4). */
export async function startNameServer(): Promise<NameServer> {
  const socket: Socket = createSocket('udp4');
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  const server: NameServer = {
    address: `127.0.0.1:${socket.address().port}`,
    texts: new Map(),
    aliases: new Map(),
    failures: new Map(),
    asked: [],
    close: () => new Promise((resolve) => socket.close(() => resolve())),
  };
  socket.on('message', (query, from) => socket.send(answerTo(server, query), from.port, from.address));
  return server;
}

function answerTo({ texts, aliases, failures, asked }: NameServer, query: Buffer): Buffer {
  const { name, end } = nameIn(query);
  const type = query.readUInt16BE(end);
  asked.push(name);
  const alias = aliases.get(name);
  const found = texts.get(alias ?? name) ?? [];
  const records = [
    ...(alias === undefined ? [] : [record(TYPES.cname, wireName(alias))]),
    ...(type === TYPES.txt ? found.map((text) => record(TYPES.txt, characterStrings(text))) : []),
  ];
  const isKnown = alias !== undefined || texts.has(name);
  const header = Buffer.alloc(12);
  query.copy(header, 0, 0, 2);
  header.writeUInt16BE(ANSWER_FLAGS | (failures.get(name) ?? (isKnown ? 0 : NO_SUCH_NAME)), 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(failures.has(name) ? 0 : records.length, 6);
  return Buffer.concat([header, query.subarray(12, end + 4), ...(failures.has(name) ? [] : records)]);
}

function nameIn(query: Buffer): { name: string; end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = query.readUInt8(at); length > 0; length = query.readUInt8(at)) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += length + 1;
  }
  return { name: labels.join('.').toLowerCase(), end: at + 1 };
}

/** Of the name that was asked for. */
function record(type: number, data: Buffer): Buffer {
  const fixed = Buffer.from([0xc0, 12, 0, type, 0, 1, 0, 0, 0, 0, 0, 0]);
  fixed.writeUInt16BE(data.length, 10);
  return Buffer.concat([fixed, data]);
}

function wireName(name: string): Buffer {
  const labels = name.split('.').map((label) => Buffer.concat([Buffer.from([label.length]), Buffer.from(label)]));
  return Buffer.concat([...labels, Buffer.from([0])]);
}

/** A text of more than 255 bytes comes in pieces. */
function characterStrings(text: string): Buffer {
  const pieces = text.match(/.{1,40}/gs) ?? [''];
  return Buffer.concat(pieces.map((piece) => Buffer.concat([Buffer.from([piece.length]), Buffer.from(piece)])));
}
