/** True for the names and addresses that only this machine can reach; an IPv6 address with or without brackets. */
export const isLoopback = (hostname: string): boolean =>
  hostname === 'localhost' ||
  hostname === '::1' ||
  hostname === '[::1]' ||
  /^127(\.\d{1,3}){3}$/.test(hostname);
