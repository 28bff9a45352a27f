import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { isAlive, isOwned, isStartingUp } from './owner.ts'

/** Returns the URL of a database of the embedded PostgreSQL that runs on this folder, or undefined if none runs. */
export function runningDatabase(home: string, name: string): string | undefined {
  const [pidFile, passwordFile] = [path.join(home, 'postgres', 'postmaster.pid'), path.join(home, 'postgres-password')]
  if (!existsSync(pidFile) || !existsSync(passwordFile)) return undefined
  const [pidLine, , , port] = readFileSync(pidFile, 'utf8').split('\n')
  if (!port || !isAlive(Number(pidLine))) return undefined
  return `postgres://fanion:${readFileSync(passwordFile, 'utf8').trim()}@127.0.0.1:${port}/${name}`
}

/** How long to wait for a Fanion that is starting, and for a PostgreSQL that is. */
const [ownerMs, startingMs] = [1_000, 30_000]

/**
 * Like {@link runningDatabase}, but only if a Fanion runs on this folder. A PostgreSQL left by a killed Fanion doesn't
 * count.
 */
export async function ownedDatabase(home: string, name: string): Promise<string | undefined> {
  const begun = performance.now()
  for (let patienceMs = ownerMs; performance.now() - begun < patienceMs; await sleep(100)) {
    const url = runningDatabase(home, 'postgres')
    if (url === undefined) return undefined
    try {
      if (await isOwned(url)) return runningDatabase(home, name)
    } catch (error) {
      if (isStartingUp(error)) patienceMs = startingMs
    }
  }
  return undefined
}
