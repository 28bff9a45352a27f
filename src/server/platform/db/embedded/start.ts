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
import { adopt, claim, isAlive, type Running } from './owner.ts'

export type EmbeddedOptions = {
  /** Folder of the cluster; `postgres/` and `postgres-password` are made in it. */
  home: string
  /** For throw-away test clusters: nothing is synced to disk. */
  fast?: boolean
  maxConnections?: number
  /** Where to listen; any free port unless told. */
  port?: number
  /** What finds a free port; the system is asked unless told. */
  findPort?: () => Promise<number>
  /** Another PostgreSQL than the one that came along. */
  programs?: Binaries | undefined
}

export type Embedded = {
  /** Address of a database of this server. */
  url: (database: string) => string
  port: number
  pid: number
  /** Resolves once the server has ended, whoever ended it. */
  gone: Promise<void>
  /** Stops the server; `immediate` is for throw-away clusters. */
  stop: (mode?: 'fast' | 'immediate') => Promise<void>
}

/**
 * Starts a PostgreSQL of our own on a free loopback port, or takes over one that a killed Fanion left running.
 * Refuses with a StartError where another Fanion owns the folder or the folder was made by another version.
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
  const owner = await claim(url(port, 'postgres'))
  if (!owner) throw new StartError(`Another Fanion server just started on ${home}. Stop it first.`)
  const stop = async (mode: 'fast' | 'immediate' = 'fast') => {
    await owner.end()
    child.kill(mode === 'fast' ? 'SIGINT' : 'SIGQUIT')
    await exited
  }
  return { url: (database) => url(port, database), port, pid: child.pid ?? 0, gone: exited, stop }
}

/** So long is waited for a server that a killed Fanion was just starting, until it can be taken over. */
const startingMs = 10_000

/** Takes over a server that was left running on this folder, or starts one. */
async function adoptOrListen(
  options: EmbeddedOptions,
  data: string,
  account: Account,
  programs: Binaries,
  urlOf: (port: number) => string,
): Promise<{ left: Running } | Awaited<ReturnType<typeof listening>>> {
  for (const begun = performance.now(); ; await sleep(100)) {
    const left = await adopt(data, urlOf)
    if (left) return { left }
    try {
      return await listening(options, data, account, programs)
    } catch (error) {
      // it does not answer yet, and has the folder
      const isThere = error instanceof PassingStartError && error.message.includes('"postmaster.pid" already exists')
      if (!isThere || performance.now() - begun > startingMs) throw error
    }
  }
}

/** How many free ports are tried: another program may take one between our look at it and PostgreSQL's. */
const portsTried = 5

/** A server that listens: where it was told, else on a free port. */
async function listening(options: EmbeddedOptions, data: string, account: Account, programs: Binaries) {
  for (let left = portsTried; ; left--) {
    const port = options.port ?? (await (options.findPort ?? freePort)())
    const args = ['-D', data, '-p', String(port), ...settings(options)]
    // detached: Ctrl-C in the terminal must reach us, not PostgreSQL
    const child = startAs(account, programs.postgres, args, { stdio: ['ignore', 'ignore', 'pipe'], detached: true })
    const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()))
    const onExit = () => child.kill('SIGINT') // whatever ends this process, a throw during start included
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

/** Resolves once a process that is no child of ours has ended. Waiting for it keeps nothing alive. */
async function ended(pid: number): Promise<void> {
  while (isAlive(pid)) await sleep(500, undefined, { ref: false })
}

/** A server that cannot be started yet, at the place where it will be. */
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

/** Makes the cluster beside its place and puts it there when it is whole: one that was broken off would be refused for ever. */
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
  // before 17 the C locale of a system stands for the one that is built in
  const builtIn = ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
  args.push(...(programs.major < 17 ? ['--locale=C.UTF-8'] : builtIn), ...(fast ? ['--no-sync'] : []))
  // whoever connects computes so many hashes of the password, each time
  if (fast && programs.major >= 16) args.push('--set=scram_iterations=1')
  try {
    await finished(startAs(account, programs.initdb, args, { stdio: ['ignore', 'ignore', 'pipe'] }), data)
    // a folder that is empty gives way; one that another process put there meanwhile stays
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

/** What processes that are gone were making when they ended. */
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

/** Why PostgreSQL couldn’t start, of the end of what it said: in a sentence where its disk is full. */
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
  // whoever ends before it leaves nobody at work
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
