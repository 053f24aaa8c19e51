import { BlockList, isIPv6 } from 'node:net';
import { embeddedIn } from './host-literal.js';

type Family = 'ipv4' | 'ipv6';

/** Refused unless the operator names a network within: nothing legitimate is there, but some of these addresses answer everything. */
const SPECIAL = networks(
  '0.0.0.0/8', // this host, this network
  '169.254.0.0/16', // link-local, the metadata of most clouds
  '100.100.100.200/32', // metadata: Alibaba Cloud
  '168.63.129.16/32', // metadata: Azure
  '192.0.0.0/24', // protocol assignments; metadata: Oracle Cloud
  '192.0.2.0/24', // documentation
  '198.51.100.0/24',
  '203.0.113.0/24',
  '192.31.196.0/24', // AS112, AMT
  '192.52.193.0/24',
  '192.175.48.0/24',
  '192.88.99.0/24', // 6to4 relays
  '198.18.0.0/15', // benchmarks
  '224.0.0.0/4', // multicast
  '240.0.0.0/4', // reserved, broadcast
  '::/128',
  'fe80::/10', // link-local
  'fec0::/10', // site-local, given up
  'ff00::/8', // multicast
  'fd00:ec2::254/128', // metadata: AWS
  'fd20:ce::254/128', // metadata: Google Cloud
  '100::/64', // discard
  '64:ff9b:1::/48', // translation of local use
  '2001::/23', // protocol assignments
  '2001:db8::/32', // documentation
  '3fff::/20',
  '5f00::/16', // segment routing
);

const LOOPBACK = networks('127.0.0.0/8', '::1/128');
const PRIVATE = networks('10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '100.64.0.0/10', 'fc00::/7');
/** All assigned IPv6 addresses; what is neither in here nor above is unassigned. */
const GLOBAL = networks('0.0.0.0/0', '2000::/3');

/** Which addresses others may make us connect to: `public`, `private`, `loopback`, and networks in CIDR notation. */
export class AllowedNetworks {
  private readonly words: ReadonlySet<string>;
  private readonly named: BlockList;
  /** A wide network does not include the metadata service in it; one that begins there does. */
  private readonly namedSpecial: BlockList;

  constructor(allowed: readonly string[]) {
    const cidrs = allowed.filter((item) => /[.:]/.test(item));
    this.words = new Set(allowed.filter((item) => !cidrs.includes(item)));
    this.named = networks(...cidrs);
    this.namedSpecial = networks(...cidrs.filter((cidr) => contains(SPECIAL, cidr.split('/')[0] ?? '')));
  }

  /** @param address canonical, as `hostOf` answers it */
  allows(address: string): boolean {
    const embedded = isIPv6(address) ? embeddedIn(address) : [];
    return embedded.length > 0 ? embedded.every((one) => this.allowsOne(one)) : this.allowsOne(address);
  }

  private allowsOne(address: string): boolean {
    if (contains(SPECIAL, address)) return contains(this.namedSpecial, address);
    if (contains(this.named, address)) return true;
    if (contains(LOOPBACK, address)) return this.words.has('loopback');
    if (contains(PRIVATE, address)) return this.words.has('private');
    return this.words.has('public') && contains(GLOBAL, address);
  }
}

export function isLoopbackAddress(address: string): boolean {
  const [only, ...others] = isIPv6(address) ? embeddedIn(address) : [];
  return contains(LOOPBACK, only !== undefined && others.length === 0 ? only : address);
}

function contains(list: BlockList, address: string): boolean {
  return list.check(address, familyOf(address));
}

function networks(...cidrs: readonly string[]): BlockList {
  const list = new BlockList();
  for (const cidr of cidrs) {
    const [address = '', prefix] = cidr.split('/');
    const family = familyOf(address);
    list.addSubnet(address, prefix === undefined ? (family === 'ipv6' ? 128 : 32) : Number(prefix), family);
  }
  return list;
}

function familyOf(address: string): Family {
  return isIPv6(address) ? 'ipv6' : 'ipv4';
}
