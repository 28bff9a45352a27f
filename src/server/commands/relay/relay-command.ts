import { readConfig } from '../../config.ts'
import { type CloseFunctions, serveUntilStopped } from '../../serve-until-stopped.ts'
import { OptionError } from '../../settings.ts'
import { StartError } from '../../start-error.ts'
import { startTracing } from '../../start-tracing.ts'
import { startRelay } from './relay.ts'

const usage = `Usage:
fanion relay --upstream <url>            serve nearby applications from memory, for a server elsewhere
             [--key fan_srv_…]…          a server key of each environment it serves. Others on this machine can read
                                         options, so prefer FANION_RELAY_KEYS or --relay-keys-file
             [--port 4401] …             HOST, PORT, FANION_DATA_DIR and the others work as on a server`

/** Serves SDKs until it is stopped. */
export const relayCommand = (args: readonly string[]): Promise<void> =>
  serveUntilStopped((closing) => start(args.slice(1), closing), printRelayError)

async function start(args: readonly string[], closing: CloseFunctions): Promise<void> {
  const started = performance.now()
  const { options, keys } = withoutKeys(args)
  const config = readConfig(undefined, options, keys)
  for (const stray of config.strays) console.error(stray)
  closing.push(await startTracing(config, 'fanion-relay'))
  const relay = await startRelay(config)
  closing.push(() => relay.close())
  const seconds = ((performance.now() - started) / 1_000).toFixed(1)
  console.log(`\n  This relay is ready in ${seconds} s\n\n    ${relay.url}\n\n  It follows ${config.upstream}.`)
  console.log('  Press Ctrl-C to stop.\n')
}

function printRelayError(error: unknown): void {
  if (error instanceof OptionError) console.error(`${error.message}\n\n${usage}`)
  else console.error(error instanceof StartError ? `\nfanion: ${error.message}\n` : error)
}

/** Separates `--key` options from the others. */
function withoutKeys(args: readonly string[]): { options: string[]; keys: string[] } {
  const options: string[] = []
  const keys: string[] = []
  for (let at = 0; at < args.length; at += 1) {
    const option = args[at] ?? ''
    if (option !== '--key') options.push(option)
    else {
      const key = args[(at += 1)]
      if (!key || key.startsWith('--')) throw new OptionError('--key needs a value.')
      keys.push(key)
    }
  }
  return { options, keys }
}
