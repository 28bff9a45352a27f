import { execFileSync, type SpawnOptions, spawn } from 'node:child_process'
import { statSync } from 'node:fs'
import { StartError } from '../../../start-error.ts'

/**
 * The account that runs PostgreSQL, which refuses uid 0. `via` is prepended to the command line; `uid` and `gid` are
 * its account.
 */
export type Account = { via: string[]; uid?: number; gid?: number }

const namespace = ['unshare', '--user', '--map-user=65534', '--map-group=65534']

/**
 * As root, PostgreSQL runs with a mapped uid in a user namespace: files stay root's and no account is needed. If the
 * system allows no namespaces, it runs as an unprivileged account. The owner of an existing data folder decides.
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

/** Starts a program under the account, with `/` as its working directory. */
export const startAs = (account: Account, command: string, args: string[], options: SpawnOptions) => {
  const [file = command, ...rest] = [...account.via, command, ...args]
  const identity = account.uid === undefined ? {} : { uid: account.uid, gid: account.gid ?? account.uid }
  return spawn(file, rest, { ...options, cwd: '/', ...identity })
}

/** Whether the account can enter a folder or execute a program. */
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
