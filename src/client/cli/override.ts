import { signedForMs, signOverrides } from '../sdk/core/signed-overrides.ts'
import { UsageError } from './cli-error.ts'
import type { CommandInput, CommandOutput } from './command.ts'
import { shown } from './shown.ts'

/**
 * Runs `fanion override`: signs overrides with a server key, for the header or cookie of an end-to-end test. Makes no
 * request.
 */
export async function override(asked: CommandInput): Promise<CommandOutput> {
  const key = asked.values.key ?? asked.env['FANION_KEY'] ?? ''
  if (key === '') throw new UsageError('Overrides are signed with a server key: --key fan_srv_… or FANION_KEY.')
  if (!/^fan_srv_[\w-]{43}$/.test(key))
    throw new UsageError('Overrides are signed with a server key, fan_srv_ and 43 characters; this isn’t one.')
  const flags = Object.fromEntries(asked.args.map(readOverride))
  const now = Date.now()
  const header = await signOverrides(key, flags, now)
  return { text: header, json: { header, flags, until: new Date(now + signedForMs).toISOString() } }
}

const readOverride = (word: string): [flag: string, value: string] => {
  const at = word.indexOf('=')
  if (at < 1) throw new UsageError(`${shown(word)} is no flag=value, such as checkout=on.`)
  return [word.slice(0, at), word.slice(at + 1)]
}
