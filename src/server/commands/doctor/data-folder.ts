import { existsSync } from 'node:fs'
import { access, constants, stat, statfs } from 'node:fs/promises'
import path from 'node:path'
import type { Config } from '../../config.ts'
import { type Finding, messageOf } from './finding.ts'

const leastFreeBytes = 1024 ** 3

/** Checks that the data folder exists, is writable, has free space, and keeps its secret private. */
export async function checkDataFolder({ dataDir }: Config): Promise<Finding[]> {
  const about = 'data folder'
  if (!existsSync(dataDir)) return [{ about, state: 'note', says: `${dataDir} isn’t there: the first start makes it.` }]
  try {
    await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    const cure = 'Let the account that runs Fanion write there, or set FANION_DATA_DIR to another folder.'
    return [{ about, state: 'wrong', says: `${dataDir} can’t be written: ${messageOf(error)}.`, cure }]
  }
  return [await roomOn(dataDir), ...(await secretOf(dataDir))]
}

async function roomOn(folder: string): Promise<Finding> {
  const about = 'disk'
  const disk = await statfs(folder)
  const free = disk.bavail * disk.bsize
  const says = `${Math.floor(free / 1024 ** 2)} MiB are free where ${folder} is.`
  if (free >= leastFreeBytes) return { about, state: 'fine', says }
  return { about, state: 'wrong', says, cure: 'Make room, or move the data folder: a full disk refuses every change.' }
}

async function secretOf(folder: string): Promise<Finding[]> {
  const file = path.join(folder, 'secret')
  const found = await stat(file).catch(() => undefined)
  if (found === undefined || (found.mode & 0o077) === 0) return []
  const says = `Others on this machine can read ${file}.`
  return [{ about: 'secret', state: 'wrong', says, cure: `Run: chmod 600 ${file}` }]
}
