import { mkdtemp } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { atFileEnd } from './file-end.ts'
import { removeFolder } from './remove-folder.ts'

/**
 * A new folder for this test file, among the temporary ones unless told. It is removed when the file ends, after every
 * process and server of the file has ended.
 */
export async function aFolder(name: string, inside = os.tmpdir()): Promise<string> {
  const folder = await mkdtemp(path.join(inside, `fanion-${name}-`))
  atFileEnd('folders', () => removeFolder(folder))
  return folder
}
