import { existsSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { UsageError } from './cli-error.ts'
import { shownPath } from './shown.ts'

const sentences: Record<string, string> = {
  ENOENT: 'there is no such folder; make it first',
  ENOTDIR: 'a part of the path is a file',
  EEXIST: 'a part of the path is a file',
  EISDIR: 'it is a folder; name a file in it',
  EACCES: 'you have no permission there',
  EPERM: 'you have no permission there',
  EROFS: 'the disk is read-only',
  ENOSPC: 'the disk is full',
  ENAMETOOLONG: 'the name is too long',
  ERR_INVALID_ARG_VALUE: 'no file can have this name',
}

/** Runs a file operation and turns system errors about the path into readable messages. */
export const withFile = <T>(file: string, verb: 'read' | 'written', act: () => T): T => {
  try {
    return act()
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
    const why =
      code === 'ENOENT' && verb === 'read' ? 'there is no such file' : (sentences[code] ?? 'the system refuses it')
    throw new UsageError(`${shownPath(file)} can’t be ${verb}: ${why}.`, { cause })
  }
}

/**
 * Creates the folder of a file, one level at a time. A recursive `mkdir` in Node never returns if the system forbids
 * creating the folder.
 */
export const makeFolderOf = (file: string, mode?: number): void => {
  const folder = dirname(file)
  if (folder === file || existsSync(folder)) return
  makeFolderOf(folder, mode)
  mkdirSync(folder, { mode })
}
