import { rmSync } from 'node:fs'
import fs from 'node:fs/promises'
import path from 'node:path'
import { StartError } from './start-error.ts'

/** Why a file cannot be made or read, in words that tell the operator what to do. */
export class FileError extends StartError {
  override readonly name = 'FileError'
}

/**
 * Makes a file that is there whole or not at all, by one process at a time, and never in the place of another: `write` fills
 * one beside it that nobody else can read, which is on the disk, with its folder, before this ends. Refuses with a FileError.
 */
export async function newFile<T>(file: string, write: (part: string) => Promise<T>): Promise<T> {
  const part = `${file}.part`
  if (await fs.stat(file).then(() => true, isMissing)) throw isThere(file)
  await (await fs.open(part, 'wx', 0o600).catch(refuseAt(file))).close()
  // whatever ends this process in order leaves none in parts
  const onExit = () => rmSync(part, { force: true })
  process.once('exit', onExit)
  try {
    const result = await write(part)
    await sync(part)
    await fs.link(part, file).catch(async (error: unknown) => {
      if (codeOf(error) === 'EEXIST') throw isThere(file)
      // some file systems have no links, such as those of network drives
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

/** Opens a file to be read. Refuses with a FileError. */
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

/** Says what a file system says; anything else is none of it. */
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
