import { BlockList, isIP } from 'node:net';

/** Networks that are not the public internet: a gateway that calls them for a tenant opens its own network to it. */
const privateNetworks = new BlockList();
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  // Azure's agent of each machine, at an address that looks public.
  ['168.63.129.16', 32],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  privateNetworks.addSubnet(network, bits, 'ipv4');
/** The public part of IPv6 is 2000::/3, and parts of that lead to IPv4 addresses (6to4, Teredo) or are documentation. */
const publicIpv6 = new BlockList();
publicIpv6.addSubnet('2000::', 3, 'ipv6');
const reservedIpv6 = new BlockList();
for (const [network, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  reservedIpv6.addSubnet(network, bits, 'ipv6');

/** True for an IP address that is not on the public internet, and for what is no IP address. */
export const isPrivateAddress = (address: string): boolean => {
  const family = isIP(address);
  if (family === 4) return privateNetworks.check(address, 'ipv4');
  return family !== 6 || !publicIpv6.check(address, 'ipv6') || reservedIpv6.check(address, 'ipv6');
};

/** The host of a URL as the network knows it: an IPv6 address without its brackets. */
export const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[(.*)\]$/, '$1');

/**
 * Why an address cannot be a receiver's, by its form alone; null when it can. What its name leads to is asked at each
 * delivery. `mayBePrivate`: plain HTTP and addresses of private networks are accepted, too.
 */
export const refusalOfReceiver = (text: string, mayBePrivate: boolean): string | null => {
  if (!URL.canParse(text)) return 'is no URL. Write it as https://hooks.example.com/vouch.';
  const url = new URL(text);
  if (url.protocol !== 'https:' && !(mayBePrivate && url.protocol === 'http:'))
    return 'is not an https address. Write it as https://hooks.example.com/vouch.';
  if (url.username !== '' || url.password !== '')
    return 'contains a user or a password. The signature says who sends; leave them out.';
  if (url.hash !== '') return 'contains a fragment, which no request carries. Leave it out.';
  const host = hostOf(url);
  const isLocalName = /(^|\.)(localhost|local|internal|localdomain|home\.arpa)\.?$/.test(host);
  if (!mayBePrivate && (isLocalName || (isIP(host) !== 0 && isPrivateAddress(host))))
    return 'leads into a private network. Give a public address, or have the operator set VOUCH_WEBHOOK_PRIVATE_ADDRESSES.';
  return null;
};
