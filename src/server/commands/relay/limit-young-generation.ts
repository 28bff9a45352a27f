import { nodeOptions } from '../../config.ts'

/** Maximum size of V8's young generation in MiB: most of a relay's objects live as long as a stream. */
const flag = '--max-semi-space-size'
const mebibytes = 4

/**
 * Restarts this process in place with a small young generation. Does nothing if the flag is already set, or if Node
 * does not support it (before 22.15, and on Windows).
 */
export function limitYoungGeneration(): void {
  const isSaid = [...process.execArgv, nodeOptions()].some((options) => options.includes(flag))
  if (isSaid || process.platform === 'win32' || typeof process.execve !== 'function') return
  process.execve(process.execPath, [
    process.execPath,
    `${flag}=${mebibytes}`,
    ...process.execArgv,
    ...process.argv.slice(1),
  ])
}
