import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'

const ours = path.resolve(import.meta.dirname, '../../node_modules/typescript/bin/tsc')

/**
 * Returns TypeScript's errors for a folder with a `tsconfig.json`. Empty if there are none. Our compiler runs
 * single-threaded, because several threads would each compute the same types.
 */
export async function typeCheck(folder: string, compiler = ours): Promise<string> {
  const options = compiler === ours ? ['--singleThreaded'] : []
  const args = [compiler, '-p', folder, '--noErrorTruncation', ...options]
  const { stdout } = await promisify(execFile)(process.execPath, args).catch((error: { stdout: string }) => error)
  return stdout
}
