import { version } from '../shared/version.ts'
import { backupCommand, restoreCommand } from './backup/commands.ts'
import { type Config, readConfig } from './config.ts'
import { ensureDatabase } from './db/embedded/database.ts'
import { keepEmbedded } from './db/embedded/keep.ts'
import { openDb } from './db/pool.ts'
import { startDemo } from './demo/demo.ts'
import { hasOwner } from './domain/accounts/queries.ts'
import { KeptState } from './kept/kept-state.ts'
import { adoptSecret } from './kernel/secret-fingerprint.ts'
import { adminCommand } from './operator/admin-commands.ts'
import { archiveCommand, verifyCommand } from './operator/audit-commands.ts'
import { configCommand } from './operator/config-command.ts'
import { doctorCommand } from './operator/doctor/doctor-command.ts'
import { measureCommand } from './operator/measure-command.ts'
import { operate, tell } from './operator/operate.ts'
import { signingCommand } from './operator/signing-command.ts'
import { prepareDatabase, type Server, startServer } from './server.ts'
import { OptionError } from './settings.ts'
import { startTracing } from './start-tracing.ts'

const usage = `fanion start [--demo[=quiet]]            start the server; --demo adds a sample project to explore, with visitors unless quiet
fanion start --port 80 …                 every setting is an option, too; fanion config lists them
fanion relay --upstream <url> …          serve programs near it from memory, without a database
fanion migrate                           bring the database to this version, and end; start does it, too
fanion config                            print every setting, and where it comes from
fanion doctor                            look at everything an installation needs, and say what to do
fanion admin reset-password <email>      print a link that sets a new password; no server has to run
fanion admin reset-two-factor <email>    let somebody in who lost their second factor
fanion admin make-owner <email>          make somebody an owner, and let them in again
fanion audit verify [<link>] [<file>…]   verify the audit log; a link printed earlier must still be in it
fanion audit archive <months> <file>     move events of months that ended so many months ago to a file
fanion backup <file>                     write the whole database to a file; a running server isn’t disturbed
fanion restore <file>                    load a backup into an empty database, verified
fanion signing-key [new]                 print the public key that programs verify datafiles with, or make another
fanion measure move                      copy events and exposures to the ClickHouse of FANION_MEASURE_URL; may be ended and resumed
fanion secret adopt                      continue with this FANION_SECRET if the database’s own is lost`

const demos = ['--demo', '--demo=quiet']

/** The command line of the server. Settings come from the environment; see the README. */
export async function main(args: readonly string[]): Promise<void> {
  const [command = 'start', ...options] = args
  if (command === 'audit' && options[0] === 'verify') return verifyCommand(options.slice(1), usage)
  if (command === 'audit' && options[0] === 'archive') return archiveCommand(options.slice(1), usage)
  if (command === 'backup') return backupCommand(options, usage)
  if (command === 'restore') return restoreCommand(options, usage)
  if (command === 'secret' && options.join(' ') === 'adopt') return prepared(adopted)
  if (command === 'migrate' && options.length === 0) return prepared(migrated)
  if (command === 'admin') return adminCommand(options, usage)
  if (command === 'signing-key') return signingCommand(options, usage)
  if (command === 'measure') return measureCommand(options, usage)
  if (command === 'config') return configCommand(options, usage)
  if (command === 'doctor') return doctorCommand(options, usage)
  const demo = demos.find((option) => options.includes(option) || command === option)
  if (!['start', ...demos].includes(command)) {
    console.error(`Unknown command: "${args.join(' ')}".\n\n${usage}`)
    process.exit(2)
  }
  const closing: (() => Promise<unknown>)[] = []
  let stopping: Promise<void> | undefined
  const stop = (exitCode: number) => {
    stopping ??= closeAll(closing).then(() => process.exit(exitCode))
    return stopping
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (!stopping) console.log('\nStopping …')
      void stop(0)
    })
  }
  try {
    await start(
      options.filter((option) => !demos.includes(option)),
      demo,
      closing,
    )
  } catch (error) {
    // what a stop breaks off is no fault
    if (!stopping) tell(error, usage)
    await stop(error instanceof OptionError ? 2 : 1)
  }
}

/** Does to the database what the next start relies on, and says what is so then. */
async function prepared(act: (url: string, config: Config) => Promise<string>): Promise<void> {
  const closing: (() => Promise<unknown>)[] = []
  await operate(async () => {
    try {
      const config = readConfig()
      console.log(await act(await databaseOf(config, closing), config))
    } finally {
      await closeAll(closing)
    }
  })
}

/** Makes the secret of this configuration that of the database. */
async function adopted(url: string, { secret }: Config): Promise<string> {
  const db = openDb(url, 1, (error) => console.error(error.message))
  try {
    await adoptSecret(db, secret)
  } finally {
    await db.destroy()
  }
  return 'The database now belongs to this secret. Start every server with it.'
}

async function migrated(url: string, { secret }: Config): Promise<string> {
  await prepareDatabase(url, secret, (error) => console.error(error.message))
  return `The database is what Fanion ${version} expects.`
}

async function start(
  options: readonly string[],
  demo: string | undefined,
  closing: (() => Promise<unknown>)[],
): Promise<void> {
  const started = performance.now()
  const config = readConfig(undefined, options)
  for (const stray of config.strays) console.error(stray)
  closing.push(await startTracing(config, 'fanion'))
  const server = await startServer(config, await databaseOf(config, closing))
  closing.push(server.close)
  const seconds = ((performance.now() - started) / 1_000).toFixed(1)
  console.log(`\n  Fanion is ready in ${seconds} s\n\n    ${server.url}\n`)
  if (demo) closing.push(await startDemo(server, config.dataDir, demo === '--demo=quiet'))
  else console.log(await welcome(server))
  console.log(
    '  Press Ctrl-C to stop. Your data stays in ' +
      (config.databaseUrl ? 'your database.' : `${config.dataDir}.`) +
      '\n',
  )
}

/** The address of the database: the operator's, or one of our own that is started for it. */
async function databaseOf(config: Config, closing: (() => Promise<unknown>)[]): Promise<string> {
  if (config.databaseUrl !== undefined) return config.databaseUrl
  // with something to answer from, programs are answered also where PostgreSQL does not start yet
  const kept = new KeptState(config.dataDir, { error: console.error, warn: console.error, info: () => undefined }).any
  const embedded = await keepEmbedded({ home: config.dataDir }, console.error, kept ? 'away' : 'there')
  closing.push(() => embedded.stop())
  return embedded.pid > 0 ? ensureDatabase(embedded, 'fanion') : embedded.url('fanion')
}

/** How the first visit begins. */
async function welcome({ url, services }: Server): Promise<string> {
  const { setUpToken } = services
  if (setUpToken === null || (await hasOwner(services.pools.door).catch(() => true))) {
    return '  Open it in a browser. The first visit makes the owner account.\n'
  }
  return `  Strangers may get here, too: the first visit makes the owner account, by this link alone.\n\n    ${url}/setup#token=${setUpToken}\n`
}

async function closeAll(closing: (() => Promise<unknown>)[]): Promise<void> {
  for (const close of closing.reverse()) {
    await close().catch((error: unknown) => console.error('while stopping:', error))
  }
}
