import { execFileSync, type SpawnOptions, spawn } from 'node:child_process'
import { statSync } from 'node:fs'
import { StartError } from '../../../start-error.ts'

/** How PostgreSQL is run: it refuses uid 0. `via` is put before the command line; `uid`, `gid` are its account. */
export type Account = { via: string[]; uid?: number; gid?: number }

const namespace = ['unshare', '--user', '--map-user=65534', '--map-group=65534']

/**
 * As root, PostgreSQL is shown another uid in a user namespace (files stay root's, no account is needed), or, where
 * the system allows no namespaces, runs as an unprivileged account. A data folder that exists decides by its owner.
 */
export function accountFor(dataFolder: string): Account {
  if (process.getuid?.() !== 0) return { via: [] }
  const owner = statSync(dataFolder, { throwIfNoEntry: false })
  if (owner && owner.uid !== 0) return { via: [], uid: owner.uid, gid: owner.gid }
  if (namespacesWork()) return { via: namespace }
  if (owner) {
    throw new StartError(
      `${dataFolder} belongs to root and this system allows no user namespaces. Give it to an unprivileged account ` +
        `(chown -R nobody ${dataFolder}), run Fanion as a normal user, or set DATABASE_URL.`,
    )
  }
  for (const user of ['postgres', 'nobody']) {
    const [uid, gid] = [idOf('-u', user), idOf('-g', user)]
    if (uid !== undefined && gid !== undefined) return { via: [], uid, gid }
  }
  throw new StartError('PostgreSQL does not run as root, and there is no "postgres" or "nobody" account to run it as.')
}

/** Starts a program under the account, outside our own folder. */
export const startAs = (account: Account, command: string, args: string[], options: SpawnOptions) => {
  const [file = command, ...rest] = [...account.via, command, ...args]
  const identity = account.uid === undefined ? {} : { uid: account.uid, gid: account.gid ?? account.uid }
  return spawn(file, rest, { ...options, cwd: '/', ...identity })
}

/** Whether the account can get into a folder or run a program. */
export const canReach = (account: Account, target: string): boolean => {
  if (account.uid === undefined) return true
  const identity = { uid: account.uid, gid: account.gid ?? account.uid }
  return succeeds(() =>
    execFileSync('/bin/sh', ['-c', 'test -x "$0"', target], { ...identity, stdio: 'ignore', cwd: '/' }),
  )
}

const namespacesWork = () => {
  return succeeds(() => execFileSync('unshare', [...namespace.slice(1), 'true'], { stdio: 'ignore' }))
}

const succeeds = (act: () => unknown): boolean => {
  try {
    act()
    return true
  } catch {
    return false
  }
}

const idOf = (flag: string, user: string): number | undefined => {
  try {
    return Number(execFileSync('id', [flag, user], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }))
  } catch {
    return undefined
  }
}
