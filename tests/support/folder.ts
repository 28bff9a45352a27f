import { mkdtemp } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { atFileEnd } from './file-end.ts'
import { removeFolder } from './remove-folder.ts'

/**
 * Creates a temporary folder for this test file. Removed when the file ends, after all of its processes and servers
 * have ended.
 */
export async function aFolder(name: string, inside = os.tmpdir()): Promise<string> {
  const folder = await mkdtemp(path.join(inside, `fanion-${name}-`))
  atFileEnd('folders', () => removeFolder(folder))
  return folder
}
