import type { ChildProcess } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import fs from 'node:fs/promises'
import net from 'node:net'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { secretFile } from '../../../secret-file.ts'
import { PassingStartError, StartError } from '../../../start-error.ts'
import { type Account, accountFor, canReach, startAs } from './account.ts'
import { type Binaries, binaries } from './binaries.ts'
import { adoptServer, claimOwnership, isAlive, type Running } from './owner.ts'

export type EmbeddedOptions = {
  /** Folder that `postgres/` and `postgres-password` are created in. */
  home: string
  /** For disposable test clusters: disables syncing to disk. */
  fast?: boolean
  maxConnections?: number
  /** Port to listen on. Default: any free port. */
  port?: number
  /** Finds a free port. Default: asks the operating system. */
  findPort?: () => Promise<number>
  /** Binaries to use instead of the bundled PostgreSQL. */
  programs?: Binaries | undefined
}

export type Embedded = {
  /** Returns the URL of a database of this server. */
  url: (database: string) => string
  port: number
  pid: number
  /** Resolves when the server has exited, for whatever reason. */
  gone: Promise<void>
  /** Stops the server. `immediate` is for disposable clusters. */
  stop: (mode?: 'fast' | 'immediate') => Promise<void>
}

/**
 * Starts the embedded PostgreSQL on a free loopback port, or takes over one that a killed Fanion left running. Throws a
 * StartError if another Fanion owns the folder or another version created it.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  const home = path.resolve(options.home)
  const data = path.join(home, 'postgres')
  const programs = options.programs ?? (await binaries())
  const account = accountFor(data)
  await fs.mkdir(home, { recursive: true })
  if (account.uid !== undefined) await fs.chmod(home, 0o755)
  for (const target of [home, programs.postgres]) {
    if (canReach(account, target)) continue
    throw new StartError(
      `PostgreSQL runs as uid ${account.uid} (it refuses to run as root) and cannot reach ${target}. ` +
        'Put the program and FANION_DATA_DIR outside /root, run as a normal user, or set DATABASE_URL.',
    )
  }
  const password = secretFile(path.join(home, 'postgres-password'), 24)
  const url = (port: number, database: string) => `postgres://fanion:${password}@127.0.0.1:${port}/${database}`

  if (existsSync(path.join(data, 'PG_VERSION'))) refuseOtherVersion(data, programs)
  else await initialise(programs, account, data, password, options.fast ?? false)

  const found = await adoptOrListen(options, data, account, programs, (port) => url(port, 'postgres'))
  if ('left' in found) {
    const { left } = found
    const stop = async (mode: 'fast' | 'immediate' = 'fast') => {
      await left.owner.end()
      if (isAlive(left.pid)) process.kill(left.pid, mode === 'fast' ? 'SIGINT' : 'SIGQUIT')
      for (let i = 0; i < 600 && isAlive(left.pid); i++) await sleep(50)
    }
    const gone = ended(left.pid)
    return { url: (database) => url(left.port, database), port: left.port, pid: left.pid, gone, stop }
  }

  const { child, port, exited } = found
  const owner = await claimOwnership(url(port, 'postgres'))
  if (!owner) throw new StartError(`Another Fanion server just started on ${home}. Stop it first.`)
  const stop = async (mode: 'fast' | 'immediate' = 'fast') => {
    await owner.end()
    child.kill(mode === 'fast' ? 'SIGINT' : 'SIGQUIT')
    await exited
  }
  return { url: (database) => url(port, database), port, pid: child.pid ?? 0, gone: exited, stop }
}

/** How long to wait for a server that a killed Fanion was starting, until it can be taken over. */
const startingMs = 10_000

async function adoptOrListen(
  options: EmbeddedOptions,
  data: string,
  account: Account,
  programs: Binaries,
  urlOf: (port: number) => string,
): Promise<{ left: Running } | Awaited<ReturnType<typeof listening>>> {
  for (const begun = performance.now(); ; await sleep(100)) {
    const left = await adoptServer(data, urlOf)
    if (left) return { left }
    try {
      return await listening(options, data, account, programs)
    } catch (error) {
      // The server does not respond yet, but has the folder locked.
      const isThere = error instanceof PassingStartError && error.message.includes('"postmaster.pid" already exists')
      if (!isThere || performance.now() - begun > startingMs) throw error
    }
  }
}

/** Number of free ports to try: another program may take one before PostgreSQL binds to it. */
const portsTried = 5

/** Starts a server on the given port, or on a free one. */
async function listening(options: EmbeddedOptions, data: string, account: Account, programs: Binaries) {
  for (let left = portsTried; ; left--) {
    const port = options.port ?? (await (options.findPort ?? freePort)())
    const args = ['-D', data, '-p', String(port), ...settings(options)]
    // Detached: Ctrl-C in the terminal must reach this process, not PostgreSQL.
    const child = startAs(account, programs.postgres, args, { stdio: ['ignore', 'ignore', 'pipe'], detached: true })
    const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()))
    const onExit = () => child.kill('SIGINT') // runs however this process ends, including a throw during start
    process.once('exit', onExit)
    void exited.then(() => process.removeListener('exit', onExit))
    try {
      await ready(child, data)
      return { child, port, exited }
    } catch (error) {
      const isTaken = error instanceof PassingStartError && error.message.includes('could not bind IPv4 address')
      if (!isTaken || options.port !== undefined || left <= 1) throw error
    }
  }
}

/** Resolves when a process that is not a child of ours has exited. Does not keep this process alive. */
async function ended(pid: number): Promise<void> {
  while (isAlive(pid)) await sleep(500, undefined, { ref: false })
}

/** Placeholder for a server that cannot be started yet, with its future URL. */
export async function notYetStarted(options: EmbeddedOptions): Promise<Embedded> {
  const password = secretFile(path.join(path.resolve(options.home), 'postgres-password'), 24)
  const port = options.port ?? (await freePort())
  const url = (database: string) => `postgres://fanion:${password}@127.0.0.1:${port}/${database}`
  return { url, port, pid: 0, gone: Promise.resolve(), stop: async () => undefined }
}

function refuseOtherVersion(data: string, programs: Binaries): void {
  const made = readFileSync(path.join(data, 'PG_VERSION'), 'utf8').trim()
  if (made === String(programs.major)) return
  throw new StartError(
    `${data} was made by PostgreSQL ${made}; this Fanion brings PostgreSQL ${programs.major}. Start the Fanion that ` +
      'made it, or choose another folder with FANION_DATA_DIR. Nothing in the folder was touched.',
  )
}

/**
 * Creates the cluster in a temporary folder and moves it into place when complete. An incomplete cluster would be
 * rejected at every start.
 */
async function initialise(programs: Binaries, account: Account, data: string, password: string, fast: boolean) {
  await removeBrokenOff(data)
  const made = `${data}.${process.pid}.new`
  await fs.rm(made, { recursive: true, force: true })
  await fs.mkdir(made, { mode: 0o700 })
  const passwordFile = `${data}.${process.pid}.password`
  await fs.writeFile(passwordFile, password, { mode: 0o600 })
  if (account.uid !== undefined) {
    for (const file of [made, passwordFile]) await fs.chown(file, account.uid, account.gid ?? account.uid)
  }
  const args = ['-D', made, '-U', 'fanion', '--auth=scram-sha-256', `--pwfile=${passwordFile}`, '--encoding=UTF8']
  // Before version 17 PostgreSQL has no builtin locale provider, so the system's C locale is used.
  const builtIn = ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
  args.push(...(programs.major < 17 ? ['--locale=C.UTF-8'] : builtIn), ...(fast ? ['--no-sync'] : []))
  // Each new connection hashes the password this many times.
  if (fast && programs.major >= 16) args.push('--set=scram_iterations=1')
  try {
    await finished(startAs(account, programs.initdb, args, { stdio: ['ignore', 'ignore', 'pipe'] }), data)
    // rename replaces an empty folder. A cluster that another process has created there stays.
    await fs.rename(made, data).catch((error: unknown) => {
      if (existsSync(path.join(data, 'PG_VERSION'))) return
      const sentence = `${data} is there and holds no database. Move it away, or choose another folder with FANION_DATA_DIR.`
      throw new StartError(sentence, { cause: error })
    })
  } finally {
    await fs.rm(made, { recursive: true, force: true })
    await fs.rm(passwordFile, { force: true })
  }
}

/** Removes incomplete clusters of processes that have exited. */
async function removeBrokenOff(data: string): Promise<void> {
  const [home, name] = [path.dirname(data), path.basename(data)]
  for (const entry of await fs.readdir(home)) {
    const [, pid] = new RegExp(`^${name}\\.(\\d+)\\.(new|password)$`).exec(entry) ?? []
    if (pid !== undefined && !isAlive(Number(pid)))
      await fs.rm(path.join(home, entry), { recursive: true, force: true })
  }
}

function settings(options: EmbeddedOptions): string[] {
  const all: Record<string, string | number> = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: options.maxConnections ?? 100,
    logging_collector: 'off',
    lc_messages: 'C',
    log_timezone: 'UTC',
    timezone: 'UTC',
  }
  const careless = {
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    autovacuum: 'off',
    wal_level: 'minimal',
    max_wal_senders: 0,
  }
  return Object.entries(options.fast ? { ...all, ...careless } : all).flatMap(([key, value]) => [
    '-c',
    `${key}=${value}`,
  ])
}

const freePort = () =>
  new Promise<number>((resolve, reject) => {
    const server = net.createServer().once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() =>
        typeof address === 'object' && address ? resolve(address.port) : reject(new Error('no port')),
      )
    })
  })

/** Explains why PostgreSQL couldn't start, from the end of its output. A full disk gets its own sentence. */
const whyEnded = (what: string, tail: string, data: string): string =>
  tail.includes('No space left on device')
    ? `The disk of ${data} is full, and PostgreSQL can’t start. Make room there and start again: what was saved is still there.`
    : `${what}:\n${tail}`

function ready(child: ChildProcess, data: string): Promise<void> {
  return new Promise((resolve, reject) => {
    let tail = ''
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      tail = (tail + text).slice(-4_000)
      if (text.includes('ready to accept connections')) resolve()
    })
    child.once('error', reject)
    child.once('exit', (code, signal) =>
      reject(new PassingStartError(whyEnded(`PostgreSQL ended at start (${signal ?? code})`, tail, data))),
    )
  })
}

function finished(child: ChildProcess, data: string): Promise<void> {
  // If this process exits first, the child must not keep running.
  const onExit = () => child.kill('SIGINT')
  process.once('exit', onExit)
  return new Promise<void>((resolve, reject) => {
    let tail = ''
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      tail = (tail + text).slice(-4_000)
    })
    child.once('error', reject)
    child.once('exit', (code) =>
      code === 0 ? resolve() : reject(new StartError(whyEnded(`initdb failed (${code})`, tail, data))),
    )
  }).finally(() => process.removeListener('exit', onExit))
}
