import { version } from '../shared/version.ts'
import { startDemo } from './commands/demo/demo.ts'
import { operate, printCommandError } from './commands/operate.ts'
import { type Config, readConfig } from './config.ts'
import { hasOwner } from './features/access/accounts/queries.ts'
import { ensureDatabase } from './platform/db/embedded/database.ts'
import { superviseEmbedded } from './platform/db/embedded/supervise-embedded.ts'
import { openDb } from './platform/db/pool.ts'
import { grantServerRole } from './platform/db/server-role.ts'
import { adoptSecret } from './platform/kernel/secret-fingerprint.ts'
import { SnapshotCache } from './platform/snapshot-cache/snapshot-cache.ts'
import { ownFolder, prepareDatabase } from './prepare-database.ts'
import { type CloseFunctions, closeAll, reloads, serveUntilStopped } from './serve-until-stopped.ts'
import { type Server, startServer } from './server.ts'
import { startTracing } from './start-tracing.ts'

/** `fanion start`: serves until it is stopped, optionally with a demo. */
export const startCommand = (options: readonly string[], demo: string | undefined, usage: string): Promise<void> =>
  serveUntilStopped(
    (closing) => start(options, demo, closing),
    (error) => printCommandError(error, usage),
  )

/** `fanion secret adopt`: continues with this secret if the database's own is lost. */
export const adoptCommand = (): Promise<void> => prepared(adopted)

/** `fanion migrate`: migrates the database to this version. `role` gets the rights of a server that owns no tables. */
export const migrateCommand = (role?: string): Promise<void> => prepared((url, config) => migrated(url, config, role))

/** Prepares the database for the next start, and prints the result. */
async function prepared(act: (url: string, config: Config) => Promise<string>): Promise<void> {
  const closing: CloseFunctions = []
  await operate(async () => {
    try {
      const config = readConfig()
      console.log(await act(await databaseOf(config, closing), config))
    } finally {
      await closeAll(closing)
    }
  })
}

/** Makes the configured secret the database's. */
async function adopted(url: string, { secret }: Config): Promise<string> {
  const db = openDb(url, 1, (error) => console.error(error.message))
  try {
    await adoptSecret(db, secret)
  } finally {
    await db.destroy()
  }
  return 'The database now belongs to this secret. Start every server with it.'
}

async function migrated(url: string, config: Config, role: string | undefined): Promise<string> {
  const { secret, secretPrevious } = config
  const onIdleError = (error: Error) => console.error(error.message)
  await prepareDatabase({ url, secret, secretPrevious, folder: ownFolder(config) }, onIdleError)
  const expected = `The database is what Fanion ${version} expects.`
  if (role === undefined) return expected
  const db = openDb(url, 1, onIdleError)
  try {
    await grantServerRole(db, role)
  } finally {
    await db.destroy()
  }
  return `${expected} Servers may sign in as ${role} now. It can’t rewrite the audit log.`
}

async function start(options: readonly string[], demo: string | undefined, closing: CloseFunctions): Promise<void> {
  const started = performance.now()
  const config = readConfig(undefined, options)
  for (const stray of config.strays) console.error(stray)
  closing.push(await startTracing(config, 'fanion'))
  const server = await startServer(config, await databaseOf(config, closing), undefined, () =>
    readConfig(undefined, options),
  )
  reloads.add(server.reload)
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

/** Returns the database's URL: the operator's, or that of the embedded one, which is started. */
async function databaseOf(config: Config, closing: CloseFunctions): Promise<string> {
  if (config.databaseUrl !== undefined) return config.databaseUrl
  // If a snapshot exists, SDKs are served even if PostgreSQL cannot start yet.
  const kept = new SnapshotCache(config.dataDir, { error: console.error, warn: console.error, info: () => undefined })
    .any
  const embedded = await superviseEmbedded({ home: config.dataDir }, console.error, kept ? 'away' : 'there')
  closing.push(() => embedded.stop())
  return embedded.pid > 0 ? ensureDatabase(embedded, 'fanion') : embedded.url('fanion')
}

/** Instructions for the first visit. */
async function welcome({ url, services }: Server): Promise<string> {
  const { setUpToken } = services
  if (setUpToken === null || (await hasOwner(services.pools.door).catch(() => true))) {
    return '  Open it in a browser. The first visit makes the owner account.\n'
  }
  return `  Strangers may get here, too: the first visit makes the owner account, by this link alone.\n\n    ${url}/setup#token=${setUpToken}\n`
}
