import { BlockList, isIP } from "node:net";

/** IPv4 that is nobody's on the public internet (IANA special-purpose registry), with cloud metadata. */
const INSIDE_IPV4 = [
  "0.0.0.0/8",
  "10.0.0.0/8",
  "100.64.0.0/10",
  "127.0.0.0/8",
  "169.254.0.0/16",
  "172.16.0.0/12",
  "192.0.0.0/24",
  "192.0.2.0/24",
  "192.88.99.0/24",
  "192.168.0.0/16",
  "198.18.0.0/15",
  "198.51.100.0/24",
  "203.0.113.0/24",
  // Multicast, reserved and broadcast.
  "224.0.0.0/3",
  // Public by its number, and the metadata service of one cloud.
  "168.63.129.16/32",
];

/** IPv6 in which an IPv4 address ends: mapped by the system, and translated by NAT64 (RFC 6052). */
const CARRIES_IPV4 = ["::ffff:", "64:ff9b::"];

/** Of the one IPv6 range that is public: protocol assignments with Teredo, documentation, and 6to4. */
const INSIDE_IPV6 = ["2001::/23", "2001:db8::/32", "3fff::/20", "2002::/16"];

const inside = new BlockList();
const outside = new BlockList();

function add(list: BlockList, range: string): void {
  const [network = "", bits] = range.split("/");
  list.addSubnet(network, Number(bits), isIP(network) === 6 ? "ipv6" : "ipv4");
}

for (const range of INSIDE_IPV4) {
  add(inside, range);
  const [network = "", bits] = range.split("/");
  for (const prefix of CARRIES_IPV4) add(inside, `${prefix}${network}/${96 + Number(bits)}`);
}
for (const range of INSIDE_IPV6) add(inside, range);
for (const range of ["0.0.0.0/0", "2000::/3", ...CARRIES_IPV4.map((prefix) => `${prefix}0.0.0.0/96`)]) {
  add(outside, range);
}

/**
 * Whether an address is out on the public internet: not of this machine, its networks, or any range that is
 * set aside. What is no address, or names an interface, is not.
 */
export function isOutside(address: string): boolean {
  if (isIP(address) === 0 || address.includes("%")) return false;
  const family = isIP(address) === 6 ? "ipv6" : "ipv4";
  return outside.check(address, family) && !inside.check(address, family);
}
