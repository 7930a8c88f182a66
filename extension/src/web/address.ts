import { BlockList, isIP } from "node:net";
import { networkInterfaces } from "node:os";

/** Not of the public internet: this machine, private networks, those of a link, documentation, and the reserved ones. */
const PRIVATE_V4 = [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  // The metadata of Azure: at an address like any other.
  ["168.63.129.16", 32],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 4],
  ["240.0.0.0", 4],
] as const;

/** Parts of the one public block, 2000::/3, that are not public: Teredo and others, documentation, and 6to4. */
const PRIVATE_V6 = [
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["3fff::", 20],
] as const;

const privateV4 = new BlockList();
for (const [net, bits] of PRIVATE_V4) privateV4.addSubnet(net, bits, "ipv4");
const privateV6 = new BlockList();
for (const [net, bits] of PRIVATE_V6) privateV6.addSubnet(net, bits, "ipv6");
const publicV6 = new BlockList();
publicV6.addSubnet("2000::", 3, "ipv6");
/** They carry an address of IPv4: by NAT64, and as a system writes it. */
const carryV4 = new BlockList();
carryV4.addSubnet("64:ff9b::", 96, "ipv6");
carryV4.addSubnet("::ffff:0:0", 96, "ipv6");

/** The last 32 bits, as the URL parser writes them: always in hexadecimal. */
function lastOf(address: string): string {
  const [high = "0", low = "0"] = new URL(`http://[${address}]/`).hostname.slice(1, -1).split(":").slice(-2);
  const bits = parseInt(high || "0", 16) * 65536 + parseInt(low || "0", 16);
  return [24, 16, 8, 0].map((shift) => (bits >>> shift) & 255).join(".");
}

/** This machine may have a public address itself. */
const isOwn = (address: string): boolean =>
  Object.values(networkInterfaces()).some((list) => list?.some((one) => one.address === address));

/** Whether an address, as a resolver gives it, is outside the public internet. Other texts count as private. */
export function isPrivate(given: string): boolean {
  const [address = ""] = given.split("%");
  const family = isIP(address);
  if (family === 4) return privateV4.check(address, "ipv4") || isOwn(address);
  if (family !== 6) return true;
  if (carryV4.check(address, "ipv6")) return isPrivate(lastOf(address));
  return !publicV6.check(address, "ipv6") || privateV6.check(address, "ipv6") || isOwn(address);
}

/** The name or address of a URL's host, without the brackets of IPv6. */
export const hostOf = (url: URL): string => url.hostname.replace(/^\[|\]$/g, "");

/** Whether a URL says itself, without a resolver, that its host is outside the public internet. */
export function isPlainlyPrivate(url: URL): boolean {
  const host = hostOf(url).replace(/\.$/, "");
  return isIP(host) ? isPrivate(host) : /(^|\.)localhost$/.test(host);
}

/** Whether a list of settings names the host: `example.com`, `example.com:8080`, or `*.example.com` for those below it. */
export function names(list: readonly string[], url: URL): boolean {
  return list.some((one) => {
    const name = one.trim().toLowerCase();
    if (name.startsWith("*.")) return url.hostname.endsWith(name.slice(1));
    return name === url.hostname || name === url.host || name === hostOf(url);
  });
}
