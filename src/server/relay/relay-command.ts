import { readConfig } from '../config.ts'
import { OptionError } from '../settings.ts'
import { StartError } from '../start-error.ts'
import { startTracing } from '../start-tracing.ts'
import { startRelay } from './relay.ts'

const usage = `Usage:
fanion relay --upstream <url>            serve the programs near it from memory, for a server that is elsewhere
             [--key fan_srv_…]…          a server key of each environment it serves; others on this machine can read
                                         options, so better FANION_RELAY_KEYS or --relay-keys-file
             [--port 4401] …             HOST, PORT, FANION_DATA_DIR and the others mean what they mean to a server`

/** Serves programs until it is told to stop. */
export async function relayCommand(args: readonly string[]): Promise<void> {
  let stopping: Promise<void> | undefined
  let close = async () => {}
  const stop = (exitCode: number) => {
    stopping ??= close()
      .catch((error: unknown) => console.error('while stopping:', error))
      .then(() => process.exit(exitCode))
    return stopping
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (!stopping) console.log('\nStopping …')
      void stop(0)
    })
  }
  try {
    const started = performance.now()
    const { options, keys } = withoutKeys(args.slice(1))
    const config = readConfig(undefined, options, keys)
    for (const stray of config.strays) console.error(stray)
    const endTracing = await startTracing(config, 'fanion-relay')
    const relay = await startRelay(config)
    close = async () => {
      await relay.close()
      await endTracing()
    }
    const seconds = ((performance.now() - started) / 1_000).toFixed(1)
    console.log(`\n  This relay is ready in ${seconds} s\n\n    ${relay.url}\n\n  It follows ${config.upstream}.`)
    console.log('  Press Ctrl-C to stop.\n')
  } catch (error) {
    if (error instanceof OptionError) console.error(`${error.message}\n\n${usage}`)
    else console.error(error instanceof StartError ? `\nfanion: ${error.message}\n` : error)
    await stop(error instanceof OptionError ? 2 : 1)
  }
}

/** The options, and the keys that stood among them. */
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
