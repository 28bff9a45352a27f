import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import { type Allowance, mayBePrivate } from '../allowance.ts'
import { isForbiddenAddress } from '../forbidden-address.ts'
import { TableError } from './table-source.ts'

/**
 * The address of a host, which is the one to connect to: every address that the name has is checked, and no second answer of a name
 * server can change it. Refuses one that is not public, unless it is allowed.
 */
export async function pinnedAddress(
  { host, port, allowPrivate }: { host: string; port: number; allowPrivate: Allowance },
  resolve: (host: string) => Promise<readonly string[]> = everyAddress,
): Promise<string> {
  const addresses = isIP(host) > 0 ? [host] : await resolve(host)
  const bad = mayBePrivate(allowPrivate, host, port) ? undefined : addresses.find(isForbiddenAddress)
  if (bad !== undefined)
    throw new TableError(
      'unreachable',
      `${bad} isn’t a public address. Its operator can allow it: FANION_ALLOW_HOSTS=${host}:${port}`,
    )
  const [first] = addresses
  if (first === undefined) throw new TableError('unreachable', `There is no host ${host}.`)
  return first
}

async function everyAddress(host: string): Promise<string[]> {
  try {
    return (await lookup(host, { all: true })).map(({ address }) => address)
  } catch (error) {
    throw new TableError('unreachable', `There is no host ${host}.`, { cause: error })
  }
}
