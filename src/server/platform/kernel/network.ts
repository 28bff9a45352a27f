/**
 * Returns an IPv4 address unchanged, and the /64 of an IPv6 address, which usually belongs to one household. Rate
 * limits count by this.
 */
export function networkOf(address: string): string {
  if (!address.includes(':')) return address
  if (address.startsWith('::ffff:') && address.includes('.')) return address.slice('::ffff:'.length)
  const [head = '', tail = ''] = (address.split('%')[0] ?? '').split('::')
  const groups = head.split(':').filter(Boolean)
  const missing = 8 - groups.length - tail.split(':').filter(Boolean).length
  const whole = address.includes('::')
    ? [...groups, ...Array.from({ length: Math.max(0, missing) }, () => '0')]
    : groups
  const network = [...whole, ...tail.split(':').filter(Boolean)].slice(0, 4)
  return `${network.map((group) => group.replace(/^0+(?=.)/, '')).join(':')}::/64`
}
