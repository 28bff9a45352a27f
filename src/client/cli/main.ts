import { parseArgs } from 'node:util'
import { check } from './check.ts'
import { CliError } from './cli-error.ts'
import { pull } from './pull.ts'

const usage = `fanion pull    write the typed declarations of your flags
fanion check   fail when they no longer agree with the server; for your CI

  --url   address of the server      or FANION_URL; http://127.0.0.1:4400 unless told
  --key   a server key, fan_srv_…    or FANION_KEY
  --out   the file                   flags.gen.ts unless told`

const commands = { pull, check }

/** The commands for developers. Returns the exit code: 0 done, 1 refused with a reason, 2 not understood. */
export async function main(args: readonly string[], env: Record<string, string | undefined>): Promise<number> {
  try {
    const { positionals, values } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { url: { type: 'string' }, key: { type: 'string' }, out: { type: 'string' } },
    })
    const [name] = positionals
    if ((name !== 'pull' && name !== 'check') || positionals.length !== 1) throw new TypeError(`"${args.join(' ')}"`)
    const url = values.url ?? env['FANION_URL'] ?? 'http://127.0.0.1:4400'
    const key = values.key ?? env['FANION_KEY']
    if (!key) throw new CliError('A server key is missing: pass --key fan_srv_… or set FANION_KEY.')
    console.log(await commands[name]({ url, key }, values.out ?? 'flags.gen.ts'))
    return 0
  } catch (error) {
    if (error instanceof CliError) {
      console.error(`fanion: ${error.message}`)
      return 1
    }
    if (!(error instanceof TypeError)) throw error
    console.error(`fanion does not understand ${error.message}.\n\n${usage}`)
    return 2
  }
}
