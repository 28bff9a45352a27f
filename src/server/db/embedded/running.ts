import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { isAlive } from './owner.ts'

/** Address of a database of the embedded PostgreSQL that runs on this folder; undefined where none runs. */
export function runningDatabase(home: string, name: string): string | undefined {
  const [pidFile, passwordFile] = [path.join(home, 'postgres', 'postmaster.pid'), path.join(home, 'postgres-password')]
  if (!existsSync(pidFile) || !existsSync(passwordFile)) return undefined
  const [pidLine, , , port] = readFileSync(pidFile, 'utf8').split('\n')
  if (!port || !isAlive(Number(pidLine))) return undefined
  return `postgres://fanion:${readFileSync(passwordFile, 'utf8').trim()}@127.0.0.1:${port}/${name}`
}
