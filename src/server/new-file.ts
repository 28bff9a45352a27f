import { rmSync } from 'node:fs'
import fs from 'node:fs/promises'
import path from 'node:path'
import { StartError } from './start-error.ts'

/** Why a file cannot be created or read, with what to do. */
export class FileError extends StartError {
  override readonly name = 'FileError'
}

/**
 * Creates a file atomically and never overwrites one. `write` fills a private temporary file, which is synced with its
 * folder before this resolves. Throws a FileError.
 */
export async function newFile<T>(file: string, write: (part: string) => Promise<T>): Promise<T> {
  const part = `${file}.part`
  if (await fs.stat(file).then(() => true, isMissing)) throw isThere(file)
  await (await fs.open(part, 'wx', 0o600).catch(refuseAt(file))).close()
  // Removes the temporary file whenever this process exits in order.
  const onExit = () => rmSync(part, { force: true })
  process.once('exit', onExit)
  try {
    const result = await write(part)
    await sync(part)
    await fs.link(part, file).catch(async (error: unknown) => {
      if (codeOf(error) === 'EEXIST') throw isThere(file)
      // Some file systems, such as network drives, have no hard links.
      if (await fs.stat(file).then(() => true, isMissing)) throw isThere(file)
      await fs.rename(part, file)
    })
    if (process.platform !== 'win32') await sync(path.dirname(file))
    return result
  } catch (error) {
    return refuseAt(file)(error)
  } finally {
    process.removeListener('exit', onExit)
    await fs.rm(part, { force: true })
  }
}

/** Opens a file for reading. Throws a FileError. */
export async function openFile(file: string): Promise<fs.FileHandle> {
  const handle = await fs.open(file, 'r').catch((error: unknown) => {
    throw new FileError(`${file} can’t be read (${codeOf(error) ?? String(error)}). Name a file that is there.`)
  })
  if (!(await handle.stat()).isDirectory()) return handle
  await handle.close()
  throw new FileError(`${file} is a folder. Name a file.`)
}

const isThere = (file: string) => new FileError(`${file} is there already. Choose another name.`)

const noRoom = ['ENOSPC', 'EDQUOT', 'EFBIG']
const noPlace = ['ENOENT', 'ENOTDIR', 'EACCES', 'EPERM', 'EROFS', 'EISDIR', 'ENAMETOOLONG', 'EIO']

/** Converts errors of the file system. Others are rethrown. */
const refuseAt =
  (file: string) =>
  (error: unknown): never => {
    const isOfNetwork = error instanceof Error && 'syscall' in error && error.syscall === 'connect'
    const code = isOfNetwork ? '' : (codeOf(error) ?? '')
    if (code === 'EEXIST')
      throw new FileError(
        `${file}.part is there: something is writing ${file}, or was killed while it did. If nothing is, remove that file; or choose another name.`,
      )
    if (noRoom.includes(code))
      throw new FileError(`${file} wasn’t made: its disk is full (${code}). Make room there, or choose another place.`)
    if (noPlace.includes(code))
      throw new FileError(`${file} can’t be made (${code}). Choose a folder that is there and may be written to.`)
    throw error
  }

const isMissing = (error: unknown): false => {
  if (codeOf(error) === 'ENOENT') return false
  throw error
}

async function sync(target: string): Promise<void> {
  const handle = await fs.open(target, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

const codeOf = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error ? String(error.code) : undefined
