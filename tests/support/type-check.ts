import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'

const ours = path.resolve(import.meta.dirname, '../../node_modules/typescript/bin/tsc')

/**
 * What TypeScript says of a folder with a `tsconfig.json`; nothing where it is content. Ours works in one thread: with
 * several each works out the same types anew.
 */
export async function typeCheck(folder: string, compiler = ours): Promise<string> {
  const options = compiler === ours ? ['--singleThreaded'] : []
  const args = [compiler, '-p', folder, '--noErrorTruncation', ...options]
  const { stdout } = await promisify(execFile)(process.execPath, args).catch((error: { stdout: string }) => error)
  return stdout
}
