import type { Config } from '../../config.ts'
import type { Log } from '../../platform/kernel/ctx.ts'
import { StartError } from '../../start-error.ts'
import { SnapshotUpstream } from './snapshot-upstream.ts'
import { Upstream, type UpstreamPort } from './upstream.ts'

type Settings = Pick<Config, 'upstream' | 'relayKeys' | 'snapshot' | 'publicKeys'>

/** Creates the upstreams of a relay, one per environment. Throws a StartError if a setting is missing. */
export async function upstreamsOf(
  { upstream, relayKeys: keys, snapshot, publicKeys }: Settings,
  signal: AbortSignal,
  log: Log,
): Promise<UpstreamPort[]> {
  if (keys.length === 0)
    throw new StartError(
      'A relay needs a server key of each environment that it serves: FANION_RELAY_KEYS, --relay-keys-file, or --key fan_srv_….',
    )
  if (snapshot !== undefined) {
    if (upstream !== undefined)
      throw new StartError('A relay follows an upstream or serves a snapshot: set FANION_UPSTREAM or FANION_SNAPSHOT.')
    if (publicKeys.length === 0)
      throw new StartError(
        'To serve a snapshot, a relay needs the public key of its signer: set FANION_PUBLIC_KEYS to the output of fanion signing-key on the server.',
      )
    const file = new SnapshotUpstream({ file: snapshot, publicKeys, keys, log })
    await file.open()
    return [file]
  }
  if (upstream === undefined)
    throw new StartError(
      'A relay needs its upstream: fanion relay --upstream https://flags.example.com, or FANION_UPSTREAM.',
    )
  if (!keys.every((key) => key.startsWith('fan_srv_')))
    throw new StartError('A client key can’t read rules, so a relay can’t follow with one. Use server keys, fan_srv_….')
  return keys.map((key) => new Upstream(upstream, key, signal))
}
